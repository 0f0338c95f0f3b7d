import { type InventorySnapshot, isClosedIn, readInventory } from '../../changes/inventory-snapshot.ts';
import type { Done } from '../../changes/outcome.ts';
import type { SettleOptions } from '../../changes/settling.ts';
import type { Planned, Step } from '../../changes/step.ts';
import { CallError } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import { pageQuery } from '../../http/listing-pages.ts';
import type { Found } from '../../names/find-listings.ts';

/**
 * How old a reading may be from which a row adds to an inventory, in milliseconds. If exactly as much was sold since the reading
 * as the row takes away, the service refuses it, and nobody can tell whether it was applied. With one sale a second among 5,000
 * listings, a mean age of 0.75 s leaves one such row in some 6,000; the age of the plan, minutes later, one in 50.
 */
const mostAgeMs = 1_500;

/** For how long a page that one row needed is worth reading as a whole for the next one, in milliseconds. */
const sharedMs = 2 * mostAgeMs;

/** The state is undefined where it was not read. */
type Stock = Pick<InventorySnapshot, 'inventory'> & { isClosed?: boolean | undefined };

interface Page {
  at: number;
  inventories: Map<string, Stock>;
}

/**
 * The inventories to which rows add, read again shortly before: a page at a time if rows share it, otherwise each listing.
 */
export class FreshInventories {
  readonly #pages = new Map<number, Page>();
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #listings = new Map<string, Stock & { at: number }>();
  /** Listings whose inventory is unknown, since an earlier row is in doubt. */
  readonly #inDoubt = new Set<string>();
  /** When each page was last needed. */
  readonly #lastOn = new Map<number, number>();

  constructor(
    readonly found: Found,
    readonly settling: Pick<SettleOptions, 'clock' | 'own'>,
  ) {}

  isInDoubt = (id: string): boolean => this.#inDoubt.has(id.toLowerCase());

  isOld(row: number, id: string): boolean {
    const key = id.toLowerCase();
    return this.#inDoubt.has(key) || this.settling.clock.ticks() - this.#latest(row, key).at > mostAgeMs;
  }

  /** If the listing can't be read, the step is sent from the last known value; the service compares anyway. */
  async read(row: number, id: string, client: Client): Promise<void> {
    const key = id.toLowerCase();
    const page = this.found.pageOf(row);
    const now = this.settling.clock.ticks();
    const isShared = now - (this.#lastOn.get(page) ?? Number.NEGATIVE_INFINITY) < sharedMs;
    this.#lastOn.set(page, now);
    try {
      if (page > 0 && isShared && !this.#inDoubt.has(key)) {
        await this.#readPage(page, client);
        if (this.#pages.get(page)?.inventories.has(key)) return;
      }
      const at = this.settling.clock.ticks();
      this.#listings.set(key, { at, ...this.#notOutdated(await readInventory(client, id)) });
      this.#inDoubt.delete(key);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }

  fromNow(row: number, step: Step): Planned {
    const { inventory = step.before, isClosed = step.isClosed } = this.#latest(
      row,
      (step.id ?? '').toLowerCase(),
    );
    if (inventory === null || inventory === step.before || !step.restart) return step;
    return step.restart({ inventory, isClosed });
  }

  /** Records what a row left behind, for later rows on the listing. `planned` is the inventory that they were planned from. */
  changed(row: number, id: string, { outcome, after, state }: Done, planned?: number | null): void {
    const key = id.toLowerCase();
    if (outcome === 'unsent') return;
    const inventories = this.#pages.get(this.found.pageOf(row))?.inventories;
    if (after == null) {
      this.#inDoubt.add(key);
      inventories?.delete(key);
      return;
    }
    const isClosed = isClosedIn(state);
    if (inventories?.has(key)) inventories.set(key, { inventory: after, isClosed });
    // Later rows were planned from what this one was to leave.
    if (after === planned) this.#listings.delete(key);
    else this.#listings.set(key, { at: this.settling.clock.ticks(), inventory: after, isClosed });
  }

  #latest(row: number, key: string): Partial<Stock> & { at: number } {
    const page = this.#pages.get(this.found.pageOf(row));
    const stock = page?.inventories.get(key);
    const onPage = page && stock !== undefined ? { at: page.at, ...stock } : undefined;
    const alone = this.#listings.get(key);
    if (alone && (!onPage || alone.at > onPage.at)) return alone;
    return onPage ?? { at: this.found.pages[this.found.pageOf(row) - 1]?.at ?? this.found.at };
  }

  /** A reading from before this process's own last change may come from a replica that is behind. */
  #notOutdated({ id, inventory, isClosed }: Stock & { id: string }): Stock {
    const written = this.settling.own.writtenSince({ id, inventory });
    return written === undefined ? { inventory, isClosed } : { inventory: written };
  }

  /** Rows that need the same page at the same time share one request. */
  #readPage(page: number, client: Client): Promise<void> {
    const reading =
      this.#underWay.get(page) ??
      this.#request(page, client).finally(() => {
        this.#underWay.delete(page);
      });
    this.#underWay.set(page, reading);
    return reading;
  }

  async #request(page: number, client: Client): Promise<void> {
    const at = this.settling.clock.ticks();
    const query = pageQuery({ after: this.found.pages[page - 1]?.after });
    const { listings } = await client.call('listListings', query, { mayBeWrong: () => true });
    const inventories = new Map<string, Stock>();
    for (const { id, availableInventory, state } of listings.filter((listing) => listing !== null))
      if (Number.isSafeInteger(availableInventory) && Number(availableInventory) >= 0) {
        const isClosed = isClosedIn(state);
        const stock = this.#notOutdated({ id: String(id), inventory: Number(availableInventory), isClosed });
        inventories.set(String(id).toLowerCase(), stock);
      }
    for (const [old, { at: then }] of this.#pages) if (at - then > mostAgeMs) this.#pages.delete(old);
    this.#pages.set(page, { at, inventories });
  }
}
