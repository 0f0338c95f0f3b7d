import { crc32 } from 'node:zlib';
import { formatListingName, type ListingName } from '../changes/listing-name.ts';
import { shownName, uncleanName } from '../service/clean-name.ts';
import { escapedCharacter } from '../words/invisible.ts';
import { lookOf } from '../words/look-alikes.ts';

/** How many listings' names are kept, in all and of one look. */
const most = 10_000;
const mostOfLook = 3;

const ascii = /^[ -~]*$/;

/** `RETURN\u2011000002` */
const escapedLooks = (name: string): string =>
  name.replace(/[^ -~]/gu, (character) =>
    ascii.test(lookOf(character)) ? escapedCharacter(character) : character,
  );

/** What a name looks like, whatever the order of its letters: RETRUN-000002 is like RETURN-000002. */
const likenessOf = (name: string): string =>
  lookOf(name).replace(/[a-z01]{3,}/g, (letters) => [...letters].sort().join(''));

const several = -1;

export interface Near {
  by: 'externalIdentifier' | 'sku';
  value: string;
  id: string;
}

/** Finds names of listings that look like a name that none has, or are it with letters swapped. They are proposed, and never chosen. */
export class NearNames {
  /** The names that are sought by their looks, as checksums: that of the only name of this look, or `several`. */
  readonly #sought = new Map<number, number>();
  readonly #near = new Map<string, Near[]>();
  #kept = 0;

  seek(name: string): void {
    const look = crc32(likenessOf(name));
    const own = crc32(name);
    const known = this.#sought.get(look) ?? own;
    this.#sought.set(look, known === own ? own : several);
  }

  /** Keeps the name of a listing if it looks like one that is sought. */
  see(by: Near['by'], value: string, id: string): void {
    if (this.#sought.size === 0 || this.#kept >= most) return;
    const look = likenessOf(value);
    const sought = this.#sought.get(crc32(look));
    // What has exactly the name that is sought is found.
    if (sought === undefined || sought === crc32(value)) return;
    const near = this.#near.get(look) ?? [];
    if (near.length >= mostOfLook || near.some((one) => one.by === by && one.value === value)) return;
    this.#near.set(look, [...near, { by, value, id }]);
    this.#kept += 1;
  }

  /** `the SKU COAT-l (did you mean COAT-1?)`; what only looks like the proposed name is escaped. */
  format(name: ListingName): string {
    const proposal = this.#proposalFor(name);
    return formatListingName({ ...name, value: proposal ? escapedLooks(name.value) : name.value }) + proposal;
  }

  /** The listings' names that look like one that is sought. */
  near = ({ by, value }: ListingName): readonly Near[] =>
    (this.#near.get(likenessOf(value)) ?? []).filter((one) => by === 'listing' || one.by === by);

  #proposalFor(name: ListingName): string {
    const near = this.near(name);
    if (near.length === 0) return '';
    const names = near.map((one) =>
      uncleanName(one.value) === undefined ? one.value : `${one.id} with the name ${shownName(one.value)}`,
    );
    return ` (did you mean ${[...new Set(names)].join(' or ')}?)`;
  }
}
