import type { Namesake } from '../changes/operation.ts';

/** The listings that have the external identifiers of rows that create some. */
export class Namesakes {
  readonly #byRow = new Map<number, Namesake[]>();

  add(row: number, namesake: Namesake): void {
    const others = this.#byRow.get(row);
    if (others) others.push(namesake);
    else this.#byRow.set(row, [namesake]);
  }

  /** Of a listing that several pages have, what the last one says. */
  of = (row: number): readonly Namesake[] => [
    ...new Map((this.#byRow.get(row) ?? []).map((namesake) => [namesake.id, namesake])).values(),
  ];
}
