export interface KeptListing {
  id: string;
  externalIdentifier: string;
  sku: string;
  inventory: number;
  isClosed: boolean;
  /** The service refuses changes of it. */
  isFrozen: boolean;
  /** All inventories, also those that others wrote. */
  history: number[];
}

/** A listing, the external identifier of a new one, or a graded item. */
export type Subject = string;

/** The body of a change, as far as the ledger reads it. */
export interface ChangeBody {
  action?: 'SET_INVENTORY' | 'ADJUST_INVENTORY';
  oldInventory?: number;
  newInventory?: number;
  inventoryAdjustment?: number;
  externalIdentifier?: string;
  productIdentifier?: string;
  items?: { id: string }[];
}

/** A change, once for each time that it was applied. */
export interface Entry {
  subject: Subject;
  body: ChangeBody;
  /** The inventory before and after, where it is about one. */
  before: number;
  after: number;
  created?: string;
}

/** A request for a change as it arrived, and how it was left. */
export interface Arrival {
  subject: Subject;
  body: ChangeBody;
  /** Machines of one client may have a key each. */
  key: string;
  /** When it was whole, in milliseconds since 1970. */
  at: number;
  /**
   * - confirmed: answered with what it did
   * - denied: answered with a refusal, and surely not applied
   * - lost: its sender can't know what became of it
   */
  left: 'confirmed' | 'denied' | 'lost';
}

export interface Said {
  status: number;
  body: unknown;
}

/** The books of a shop: its listings, the requests, and how often each change was applied. */
export class Ledger {
  readonly listings = new Map<string, KeptListing>();
  readonly #entries = new Map<Subject, Entry[]>();
  readonly #arrivals = new Map<Subject, Arrival[]>();
  #created = 0;

  constructor(listings: readonly Omit<KeptListing, 'history'>[]) {
    for (const listing of listings)
      this.listings.set(listing.id, { ...listing, history: [listing.inventory] });
  }

  entriesOf = (subject: Subject): readonly Entry[] => this.#entries.get(subject) ?? [];
  arrivalsOf = (subject: Subject): readonly Arrival[] => this.#arrivals.get(subject) ?? [];
  arrivals = (): Arrival[] => [...this.#arrivals.values()].flat();
  entries = (): Entry[] => [...this.#entries.values()].flat();

  arrive(arrival: Arrival): Arrival {
    push(this.#arrivals, arrival.subject, arrival);
    return arrival;
  }

  /** Applies a change, and returns what the service would answer. */
  apply(subject: Subject, body: ChangeBody): Said {
    if (body.items) return this.#grade(body.items, body);
    return body.action === undefined ? this.#create(subject, body) : this.#update(subject, body);
  }

  /** Somebody else sells, restocks, or brings an earlier inventory back. */
  compete(id: string, roll: number): void {
    const listing = this.listings.get(id);
    if (!listing) return;
    const earlier = listing.history.at(-2) ?? listing.inventory;
    const choices = [Math.max(1, listing.inventory - 1), listing.inventory + 1, earlier];
    this.becomes(id, choices[Math.floor(roll * choices.length)] ?? earlier);
  }

  becomes(id: string, inventory: number): void {
    const listing = this.listings.get(id);
    if (listing) this.#write(listing, inventory);
  }

  #update(id: string, body: ChangeBody): Said {
    const listing = this.listings.get(id);
    if (!listing) return refused(404, 'no such listing');
    if (listing.isFrozen) return refused(400, 'the listing can not be edited');
    const { oldInventory, newInventory = 0, inventoryAdjustment = 0 } = body;
    if (body.action === 'SET_INVENTORY' && oldInventory !== listing.inventory)
      return refused(409, 'the inventory is another one');
    const before = listing.inventory;
    const after = body.action === 'SET_INVENTORY' ? newInventory : before + inventoryAdjustment;
    if (after < 0) return refused(400, 'the inventory would fall below 0');
    this.#write(listing, after);
    push(this.#entries, id, { subject: id, body, before, after });
    return { status: 200, body: { id, availableInventory: after } };
  }

  #create(externalIdentifier: string, body: ChangeBody): Said {
    this.#created += 1;
    const id = `c0000000-0000-4000-8000-${String(this.#created).padStart(12, '0')}`;
    const listing = {
      id,
      externalIdentifier,
      sku: body.productIdentifier ?? `SKU-${id}`,
      inventory: 1,
      isClosed: false,
      isFrozen: false,
    };
    this.listings.set(id, { ...listing, history: [1] });
    push(this.#entries, externalIdentifier, {
      subject: externalIdentifier,
      body,
      before: 0,
      after: 1,
      created: id,
    });
    return { status: 200, body: { id, url: `shop.example/${id}` } };
  }

  #grade(items: { id: string }[], body: ChangeBody): Said {
    for (const { id } of items) push(this.#entries, id, { subject: id, body, before: 0, after: 0 });
    return { status: 200, body: { items } };
  }

  #write(listing: KeptListing, inventory: number): void {
    listing.inventory = inventory;
    listing.history.push(inventory);
    if (inventory === 0) listing.isClosed = true;
  }
}

const refused = (status: number, error: string): Said => ({ status, body: { error } });

const push = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};
