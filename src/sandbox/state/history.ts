/** What changed within the lag of the reads, which a replica that is so far behind does not know yet: without a lag, no more than the last one. */
export class History<Item extends { id: string }> {
  /** Oldest first, each with its item as it was before; undefined if it was created. */
  #changes: { at: number; id: string; before: Item | undefined }[] = [];

  constructor(
    private readonly now: () => Date,
    private readonly lagMs: () => number,
  ) {}

  /** Called before an item changes, or once it was created. */
  keep(id: string, before: Item | undefined): void {
    const at = this.now().getTime();
    const known = at - this.lagMs();
    while (this.#changes[0] && this.#changes[0].at <= known) this.#changes.shift();
    this.#changes.push({ at, id, before: before && { ...before } });
  }

  /** Shows each item as the replica has it now; undefined if it is not there yet. */
  replica(): (item: Item) => Item | undefined {
    const known = this.now().getTime() - this.lagMs();
    const past = new Map<string, Item | undefined>();
    // Of several changes of an item, the first tells what is still shown.
    for (const { at, id, before } of this.#changes) if (at > known && !past.has(id)) past.set(id, before);
    return (item) => (past.has(item.id) ? past.get(item.id) : item);
  }
}
