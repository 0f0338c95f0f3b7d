/** The changes within the lag, which a lagging replica does not show yet. Without a lag, only the last change is stored. */
export class History<Item extends { id: string }> {
  /** Oldest first, each with the previous item; undefined for a creation. */
  #changes: { at: number; id: string; before: Item | undefined }[] = [];

  constructor(
    private readonly now: () => Date,
    private readonly lagMs: () => number,
  ) {}

  /** Called before the change of an item, or after its creation. */
  keep(id: string, before: Item | undefined): void {
    const at = this.now().getTime();
    const known = at - this.lagMs();
    while (this.#changes[0] && this.#changes[0].at <= known) this.#changes.shift();
    this.#changes.push({ at, id, before: before && { ...before } });
  }

  /** Maps each item to its state in the replica; undefined if it is not there yet. */
  replica(): (item: Item) => Item | undefined {
    const known = this.now().getTime() - this.lagMs();
    const past = new Map<string, Item | undefined>();
    // Of several changes of an item, the first has the state that the replica shows.
    for (const { at, id, before } of this.#changes) if (at > known && !past.has(id)) past.set(id, before);
    return (item) => (past.has(item.id) ? past.get(item.id) : item);
  }
}
