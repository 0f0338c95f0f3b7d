import type { Namesake } from '../changes/operation.ts';

export class Namesakes {
  readonly #byRow = new Map<number, Namesake[]>();

  add(row: number, namesake: Namesake): void {
    const others = this.#byRow.get(row);
    if (others) others.push(namesake);
    else this.#byRow.set(row, [namesake]);
  }

  /** The state from the last page if several pages have a listing. */
  of = (row: number): readonly Namesake[] => [
    ...new Map((this.#byRow.get(row) ?? []).map((namesake) => [namesake.id, namesake])).values(),
  ];
}
