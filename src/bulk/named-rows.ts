import { crc32 } from 'node:zlib';
import {
  type FittingListing,
  type Guard,
  isBeginningOfId,
  type ListingName,
} from '../changes/listing-name.ts';
import type { Item } from '../changes/operation.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { constantOf } from '../service/typed-values.ts';
import { bytesOfId, digestOf, idOfBytes, keyOf } from './keys.ts';
import type { Namesakes } from './namesakes.ts';
import { keyBytes, marks, RowTable } from './row-table.ts';

/** A listing as the list has it: whatever is not of its documented form is missing, so that only its own rows are at fault. */
export interface Listed extends Guard {
  id: string | undefined;
  externalIdentifier: string | undefined;
  sku: string | undefined;
  /** NaN if it does not say. Any number may stand there. */
  inventory: number;
}

/** What a row may say of its listing besides the name that is looked up, each with the mark of a row that says it. */
const claimMarks = {
  externalIdentifier: marks.saysExternalIdentifier,
  sku: marks.saysSku,
  state: marks.saysState,
  condition: marks.saysCondition,
} as const;
type Claim = keyof typeof claimMarks;
type Claims = Readonly<Partial<Record<Claim, string | undefined>>>;
const claims = Object.keys(claimMarks) as Claim[];

/** A checksum of what a row says of its listing, or of the same fields of a listing. */
const checksumOf = (said: Claims, names: readonly Claim[]): number =>
  crc32(
    JSON.stringify(
      names.map((name) =>
        name === 'state' || name === 'condition' ? constantOf(said[name] ?? '') : said[name],
      ),
    ),
  );

/** How a listing may fit `listing`, as bits: listings that fit a name in different ways are not told apart by their state. */
const kinds = { externalIdentifier: 1, sku: 2, beginning: 4 } as const;

/** Which listings fit a row: of `another`, what else the row says is not true; that of `no id` has none that could be used. */
type Fits = 'none' | 'another' | 'no id' | 'one' | 'only open' | 'several';

/** How many states and conditions are told apart; a row keeps theirs as one byte. */
const mostFacts = 250;

/** How many candidates are kept for messages in all, and of one row. */
const mostCandidates = 10_000;
const mostOfRow = 20;

/**
 * The rows of a file, or the operands of a command, by the names of their listings; and which listing each one means. A row
 * means the only listing that has its name and of which all else is true that it says; of several, the only one that is OPEN.
 */
export class NamedRows {
  readonly table = new RowTable();
  /** The kinds of names by which rows name their listings. */
  readonly names = new Set<ListingName['by']>();
  /** The lengths of the beginnings of ids that rows have; below 0, of those in capital letters. */
  readonly #beginnings = new Set<number>();
  readonly #facts: Guard[] = [];
  readonly #codes = new Map<string, number>();
  /** Of a row that fits several listings, which these are. */
  readonly #candidates = new Map<number, FittingListing[]>();
  #kept = 0;
  /** Keeps all listings with the name of a row, where rows are about new ones. */
  namesakes: Namesakes | undefined;

  /** Adds the next row, and the checksum of its text; an invalid one names nothing. */
  add(item: Pick<Item, 'names' | 'key' | 'guard'> | undefined, check = 0): void {
    const { names: [name, ...others] = [], key = ['', ''], guard } = item ?? {};
    const ownKey = name ? keyOf(name) : digestOf(...key);
    this.table.add(item && ownKey, check);
    if (name === undefined) return;
    this.names.add(name.by);
    const { value } = name;
    if (name.by === 'listing' && isBeginningOfId(value))
      this.#beginnings.add(value === value.toLowerCase() ? value.length : -value.length);
    const said: Claims = { ...guard, ...Object.fromEntries(others.map((other) => [other.by, other.value])) };
    const made = claims.filter((claim) => said[claim] !== undefined);
    if (made.length === 0) return;
    for (const claim of made) this.table.mark(this.table.count, claimMarks[claim]);
    this.table.setClaims(this.table.count, checksumOf(said, made));
  }

  /** The rows that name a listing, each with the ways in which it fits. */
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
    for (const length of this.#beginnings) {
      const start = id?.slice(0, Math.abs(length));
      find('listing', length > 0 ? start?.toLowerCase() : start?.toUpperCase(), kinds.beginning);
    }
    return rows;
  }

  /** Records a listing for all rows that name it. Returns those that no listing was recorded for before. */
  record(listing: Listed, page?: number): number[] {
    const id = bytesOfId(listing.id ?? '');
    const { table } = this;
    const found: number[] = [];
    for (const [row, ways] of this.naming(listing)) {
      if (id.length !== keyBytes) {
        table.mark(row, marks.unidentified);
        continue;
      }
      const { sku, state } = listing;
      this.namesakes?.add(row, { id: idOfBytes(id), sku, isClosed: state === 'CLOSED' });
      const isNews = table.matches(row) === 0;
      const isFirst = isNews && !table.isMarked(row, marks.disagrees);
      if (isFirst) found.push(row);
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
    return found;
  }

  /** Whether a row means a listing, or why not. */
  fits(row: number): Fits {
    const { table } = this;
    if (table.isMarked(row, marks.unidentified)) return 'no id';
    if (table.matches(row) === 0) return table.isMarked(row, marks.disagrees) ? 'another' : 'none';
    if (table.matches(row) === 1) return 'one';
    return table.isOnlyOpen(row) ? 'only open' : 'several';
  }

  /** The listings among which a row can't choose, as far as they were kept. */
  candidates = (row: number): readonly FittingListing[] => this.#candidates.get(row) ?? [this.candidate(row)];

  /** The listing that was found for a row, with what the list says of it. */
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

  /** The number that stands for a state and a condition. */
  #codeOf({ state, condition }: Guard): number {
    const isOne = this.#facts.length < mostFacts;
    const known = isOne ? { state, condition } : { state: state === 'CLOSED' ? state : undefined };
    const key = JSON.stringify([known.state, known.condition]);
    const code = this.#codes.get(key) ?? this.#facts.push(known) - 1;
    this.#codes.set(key, code);
    return code;
  }
}
