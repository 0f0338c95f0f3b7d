import { crc32 } from 'node:zlib';
import type { FittingListing, Guard, ListingName } from '../changes/listing-name.ts';
import type { Item, Namesake } from '../changes/operation.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { constantOf } from '../service/typed-values.ts';
import { type Near, NearNames } from './near-names.ts';
import { bytesOfId, digestOf, idOfBytes, keyBytes, keyOf, marks, RowTable } from './row-table.ts';

/** A listing as the list has it. Fields that are not as documented are undefined, so that only rows about it are at fault. */
export interface Listed extends Guard {
  id: string | undefined;
  externalIdentifier: string | undefined;
  sku: string | undefined;
  /** NaN if the list does not say. It may be any number. */
  inventory: number;
}

/** What else a row may say of its listing, with the mark of rows that say it. */
const claimMarks = {
  externalIdentifier: marks.saysExternalIdentifier,
  sku: marks.saysSku,
  state: marks.saysState,
  condition: marks.saysCondition,
} as const;
type Claim = keyof typeof claimMarks;
type Claims = Readonly<Partial<Record<Claim, string | undefined>>>;
const claims = Object.keys(claimMarks) as Claim[];

const checksumOf = (all: Claims, names: readonly Claim[]): number =>
  crc32(
    JSON.stringify(
      names.map((name) =>
        name === 'state' || name === 'condition' ? constantOf(all[name] ?? '') : all[name],
      ),
    ),
  );

/** How a listing fits a name in `listing`, as bits. Listings that fit in different ways are not told apart by their state. */
const kinds = { externalIdentifier: 1, sku: 2, beginning: 4 } as const;

/** `another`: the name fits, but something else that the row says does not. `no id`: the listing has no usable id. */
type Fits = 'none' | 'another' | 'no id' | 'one' | 'only open' | 'several';

/** The number of different states and conditions; a row keeps theirs in one byte. */
const mostFacts = 250;

/** How many candidates are kept for messages, in all and for one row. */
const mostCandidates = 10_000;
const mostOfRow = 20;

/**
 * Finds which listing each row or operand means: the only one that has its name and is as the row says; of several, the only
 * OPEN one.
 */
export class NamedRows {
  readonly table = new RowTable();
  readonly names = new Set<ListingName['by']>();
  /** The lengths of ids' beginnings that rows have, negative for capital letters. */
  readonly #beginnings = new Set<number>();
  readonly #facts: Guard[] = [];
  readonly #codes = new Map<string, number>();
  readonly #near = new NearNames();
  /** The listings that fit a row that fits several. */
  readonly #candidates = new Map<number, FittingListing[]>();
  #kept = 0;
  /** Set if rows create listings: receives all listings with their names. */
  namesakes: Namesakes | undefined;
  /** If a person named the rows' listings: receives their external identifiers, or else SKUs, by id. */
  called: Map<string, string | undefined> | undefined;

  /** An invalid row has no item. */
  add(item: Pick<Item, 'names' | 'key' | 'guard'> | undefined): void {
    const { names: [name, ...others] = [], key = ['', ''], guard } = item ?? {};
    const ownKey = name ? keyOf(name) : digestOf(...key);
    this.table.add(item && ownKey);
    if (name === undefined) return;
    this.names.add(name.by);
    const { value } = name;
    if (name.by !== 'id') this.#near.seek(value);
    if (name.mayBegin) this.#beginnings.add(value === value.toLowerCase() ? value.length : -value.length);
    const all: Claims = { ...guard, ...Object.fromEntries(others.map((other) => [other.by, other.value])) };
    const made = claims.filter((claim) => all[claim] !== undefined);
    if (made.length === 0) return;
    for (const claim of made) this.table.mark(this.table.count, claimMarks[claim]);
    this.table.setClaims(this.table.count, checksumOf(all, made));
  }

  /** The rows that name a listing, with the ways in which it fits as bits. */
  naming({ id, externalIdentifier, sku }: Listed): Map<number, number> {
    const rows = new Map<number, number>();
    const find = (by: ListingName['by'], value: string | undefined, kind: number) => {
      if (value === undefined || !this.names.has(by)) return;
      for (const row of this.table.find(keyOf({ by, value }))) rows.set(row, (rows.get(row) ?? 0) | kind);
    };
    find('id', id, 0);
    find('externalIdentifier', externalIdentifier, kinds.externalIdentifier);
    find('listing', externalIdentifier, kinds.externalIdentifier);
    find('sku', sku, kinds.sku);
    find('listing', sku, kinds.sku);
    if (externalIdentifier) this.#near.see('externalIdentifier', externalIdentifier, `${id}`);
    if (sku) this.#near.see('sku', sku, `${id}`);
    for (const length of this.#beginnings) {
      const start = id?.slice(0, Math.abs(length));
      find('listing', length > 0 ? start?.toLowerCase() : start?.toUpperCase(), kinds.beginning);
    }
    return rows;
  }

  /** The listings' names that look like one that no listing has. */
  near = (name: ListingName): readonly Near[] => this.#near.near(name);

  /** Calls a name that no listing has, and proposes those that look like it. */
  formatMissing = (name: ListingName): string => this.#near.format(name);

  /** Records a listing for all rows that name it. Returns whether one of them had none before. */
  record(listing: Listed, page?: number): boolean {
    const id = bytesOfId(listing.id ?? '');
    const { table } = this;
    let isFound = false;
    for (const [row, ways] of this.naming(listing)) {
      if (id.length !== keyBytes) {
        table.mark(row, marks.unidentified);
        continue;
      }
      const { externalIdentifier, sku, state } = listing;
      this.called?.set(idOfBytes(id), externalIdentifier ?? sku);
      this.namesakes?.add(row, { id: idOfBytes(id), sku, isClosed: state === 'CLOSED' });
      const isNews = table.matches(row) === 0;
      const isFirst = isNews && !table.isMarked(row, marks.disagrees);
      isFound ||= isFirst;
      if (this.#isAsSaid(row, listing)) {
        // Those of which something else is true are set aside.
        if (isNews) this.#forget(row);
        else this.#keep(row, listing);
        const { inventory } = listing;
        const facts = this.#codeOf(listing);
        table.resolve(row, { id, inventory, page, facts, isOpen: state === 'OPEN', ways });
      } else if (isFirst) {
        table.mark(row, marks.disagrees);
        table.note(row, { id, inventory: listing.inventory, page, facts: this.#codeOf(listing) });
      } else if (isNews) this.#keep(row, listing);
    }
    return isFound;
  }

  /** The rows that name a listing as a namesake, if the list has not shown it. */
  missNamesake({ id, externalIdentifier }: Pick<Listed, 'id' | 'externalIdentifier'>): number[] {
    const named = this.naming({ id, externalIdentifier, sku: undefined, inventory: Number.NaN });
    return [...named.keys()].filter((row) =>
      this.namesakes?.of(row).every((one) => one.id !== id?.toLowerCase()),
    );
  }

  fits(row: number): Fits {
    const { table } = this;
    if (table.isMarked(row, marks.unidentified)) return 'no id';
    if (table.matches(row) === 0) return table.isMarked(row, marks.disagrees) ? 'another' : 'none';
    if (table.matches(row) === 1) return 'one';
    return table.isOnlyOpen(row) ? 'only open' : 'several';
  }

  /** The listings among which a row can't choose, at most twenty. */
  candidates = (row: number): readonly FittingListing[] => this.#candidates.get(row) ?? [this.candidate(row)];

  candidate(row: number): FittingListing {
    const { table } = this;
    return { ...this.facts(row), id: idOfBytes(table.id(row)), inventory: table.current(row) };
  }

  facts = (row: number): Guard => this.#facts[this.table.facts(row)] ?? {};

  #isAsSaid(row: number, listing: Listed): boolean {
    const { table } = this;
    const made = claims.filter((claim) => table.isMarked(row, claimMarks[claim]));
    return made.length === 0 || checksumOf(listing, made) === table.claims(row);
  }

  #keep(row: number, { id = '', state, condition, inventory }: Listed): void {
    const kept = this.#candidates.get(row) ?? [this.candidate(row)];
    if (kept.length >= mostOfRow || this.#kept >= mostCandidates) return;
    if (kept.some((one) => sameIdentifier(one.id, id))) return;
    kept.push({ id, state, condition, inventory });
    this.#candidates.set(row, kept);
    this.#kept += 1;
  }

  #forget(row: number): void {
    this.#kept -= (this.#candidates.get(row)?.length ?? 1) - 1;
    this.#candidates.delete(row);
  }

  #codeOf({ state, condition }: Guard): number {
    const isOne = this.#facts.length < mostFacts;
    const known = isOne ? { state, condition } : { state: state === 'CLOSED' ? state : undefined };
    const key = JSON.stringify([known.state, known.condition]);
    const code = this.#codes.get(key) ?? this.#facts.push(known) - 1;
    this.#codes.set(key, code);
    return code;
  }
}

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
