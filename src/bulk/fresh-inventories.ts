import { readInventory } from '../changes/inventory-snapshot.ts';
import type { Done } from '../changes/outcome.ts';
import type { Planned, Step } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { pageQuery } from '../client/listings.ts';
import type { Clock } from '../clock.ts';

export interface Found {
  /** The page of the list with the row's listing, from 1; 0 if the listing was read by itself. */
  pageOf(row: number): number;
  /** Each page's cursor and the time of its reading, in ticks. */
  pages: readonly { after: string | undefined; at: number }[];
  at: number;
}

/**
 * How old a reading may be from which a row adds to an inventory, in milliseconds. If exactly as much was sold since the reading
 * as the row takes away, the service refuses it, and nobody can tell whether it was applied. With one sale a second among 5,000
 * listings, a mean age of 0.75 s leaves one such row in some 6,000; the age of the plan, minutes later, one in 50.
 */
const mostAgeMs = 1_500;

/** For how long a page that one row needed is worth reading as a whole for the next one, in milliseconds. */
const sharedMs = 2 * mostAgeMs;

interface Page {
  at: number;
  inventories: Map<string, number>;
}

/**
 * The inventories to which rows add, read again shortly before: a page at a time if rows share it, otherwise each listing.
 */
export class FreshInventories {
  readonly #pages = new Map<number, Page>();
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #listings = new Map<string, { at: number; inventory: number }>();
  /** Listings whose inventory is unknown, since an earlier row is in doubt. */
  readonly #inDoubt = new Set<string>();
  /** When each page was last needed. */
  readonly #lastOn = new Map<number, number>();

  constructor(
    readonly client: Client,
    readonly found: Found,
    readonly clock: Clock,
  ) {}

  isOld(row: number, id: string): boolean {
    const key = id.toLowerCase();
    return this.#inDoubt.has(key) || this.clock.ticks() - this.#latest(row, key).at > mostAgeMs;
  }

  /** If the listing can't be read, the step is sent from the last known value; the service compares anyway. */
  async read(row: number, id: string): Promise<void> {
    const key = id.toLowerCase();
    const page = this.found.pageOf(row);
    const now = this.clock.ticks();
    const isShared = now - (this.#lastOn.get(page) ?? Number.NEGATIVE_INFINITY) < sharedMs;
    this.#lastOn.set(page, now);
    try {
      if (page > 0 && isShared && !this.#inDoubt.has(key)) {
        await this.#readPage(page);
        if (this.#pages.get(page)?.inventories.has(key)) return;
      }
      const at = this.clock.ticks();
      const { inventory } = await readInventory(this.client, id);
      this.#listings.set(key, { at, inventory });
      this.#inDoubt.delete(key);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }

  fromNow(row: number, step: Step): Planned {
    const inventory = this.#latest(row, (step.id ?? '').toLowerCase()).inventory ?? step.before;
    return inventory === null || inventory === step.before || !step.restart ? step : step.restart(inventory);
  }

  /** Records what a row left behind, for later rows on the listing. `planned` is the inventory that they were planned from. */
  changed(row: number, id: string, { outcome, after }: Done, planned?: number | null): void {
    const key = id.toLowerCase();
    if (outcome === 'unsent') return;
    const inventories = this.#pages.get(this.found.pageOf(row))?.inventories;
    if (after == null) {
      this.#inDoubt.add(key);
      inventories?.delete(key);
      return;
    }
    if (inventories?.has(key)) inventories.set(key, after);
    // Later rows were planned from what this one was to leave.
    if (after === planned) this.#listings.delete(key);
    else this.#listings.set(key, { at: this.clock.ticks(), inventory: after });
  }

  #latest(row: number, key: string): { at: number; inventory?: number } {
    const page = this.#pages.get(this.found.pageOf(row));
    const inventory = page?.inventories.get(key);
    const onPage = page && inventory !== undefined ? { at: page.at, inventory } : undefined;
    const alone = this.#listings.get(key);
    if (alone && (!onPage || alone.at > onPage.at)) return alone;
    return onPage ?? { at: this.found.pages[this.found.pageOf(row) - 1]?.at ?? this.found.at };
  }

  /** Rows that need the same page at the same time share one request. */
  #readPage(page: number): Promise<void> {
    const reading =
      this.#underWay.get(page) ??
      this.#request(page).finally(() => {
        this.#underWay.delete(page);
      });
    this.#underWay.set(page, reading);
    return reading;
  }

  async #request(page: number): Promise<void> {
    const at = this.clock.ticks();
    const query = pageQuery({ after: this.found.pages[page - 1]?.after });
    const { listings } = await this.client.call('listListings', query, { mayBeWrong: () => true });
    const inventories = new Map<string, number>();
    for (const { id, availableInventory } of listings)
      if (Number.isSafeInteger(availableInventory) && Number(availableInventory) >= 0)
        inventories.set(String(id).toLowerCase(), Number(availableInventory));
    for (const [old, { at: then }] of this.#pages) if (at - then > mostAgeMs) this.#pages.delete(old);
    this.#pages.set(page, { at, inventories });
  }
}
