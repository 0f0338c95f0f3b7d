import type { Process } from './machine/interface.ts';

export interface Listing {
  readonly id: string;
  state: 'OPEN' | 'CLOSED';
  readonly condition: string;
  readonly sku: string;
  availableInventory: number;
  readonly externalIdentifier: string | null;
}

/** What a change of an inventory asks for. */
export interface InventoryBody {
  action: 'SET_INVENTORY' | 'ADJUST_INVENTORY';
  oldInventory?: number;
  newInventory?: number;
  inventoryAdjustment?: number;
}

export interface CreationBody {
  externalIdentifier?: string;
  productIdentifier?: string;
  condition?: string;
}

export interface GradingBody {
  items?: readonly { id: string; condition: string }[];
}

export type RequestKind = 'change' | 'creation' | 'grading' | 'read' | 'list';

/** A request of the tool as it left, and all that became of it. */
export interface KeptRequest {
  readonly number: number;
  readonly by: Process;
  readonly at: number;
  readonly kind: RequestKind;
  readonly listing: string | undefined;
  readonly body: InventoryBody & CreationBody & GradingBody;
  /** Each time that it was delivered to the service, and what that answered. */
  readonly deliveries: { at: number; status: number }[];
  /**
   * Why its sender can't know from what arrived whether it was carried out: an answer that was lost, a page of a gateway, a
   * delivery that may still come or came twice. Undefined if the answer was the service's own, to the only delivery.
   */
  doubt: string | undefined;
  /** When its answer arrived: never if its sender was killed before. */
  answeredAt: number | undefined;
}

export type Cause = { readonly request: KeptRequest } | { readonly rival: string };

/** Something that happened to a listing, and why. */
export interface Effect {
  readonly at: number;
  readonly listing: string;
  readonly before: number | undefined;
  readonly after: number;
  /** Whether it closed the listing. */
  readonly closes: boolean;
  readonly cause: Cause;
}

/** The request that an effect comes from; none if it is a rival's. */
export const requestOf = ({ cause }: Effect): KeptRequest[] => ('request' in cause ? [cause.request] : []);

/** An item that was graded, each time. */
export interface Grading {
  readonly at: number;
  readonly item: string;
  readonly condition: string;
  readonly request: KeptRequest;
}

interface Past {
  at: number;
  listing: Listing;
}

/** The shop's books: its listings with their past, each effect with its cause, and each request. */
export class Books {
  readonly effects: Effect[] = [];
  readonly gradings: Grading[] = [];
  readonly requests: KeptRequest[] = [];
  /** How far behind reads and lists have been at most, in milliseconds. */
  readonly lag = { read: 0, list: 0 };
  readonly #past = new Map<string, Past[]>();

  constructor(
    listings: readonly Listing[],
    readonly now: () => number,
  ) {
    for (const listing of listings) this.#past.set(listing.id, [{ at: Number.NEGATIVE_INFINITY, listing }]);
  }

  get ids(): string[] {
    return [...this.#past.keys()];
  }

  get = (id: string): Listing | undefined => this.#past.get(id)?.at(-1)?.listing;

  all = (): Listing[] => this.ids.flatMap((id) => this.get(id) ?? []);

  /** The listing as it was at a time; undefined if it was not there yet. */
  was = (id: string, at: number): Listing | undefined =>
    this.#past.get(id)?.findLast((past) => past.at <= at)?.listing;

  /** All that a listing was from one time on until another. */
  between = (id: string, from: number, to: number): Listing[] => {
    const past = this.#past.get(id) ?? [];
    const first = past.findLastIndex(({ at }) => at <= from);
    return past.slice(Math.max(0, first)).flatMap(({ at, listing }) => (at <= to ? [listing] : []));
  };

  /** When a listing was last changed: lists may be sorted by it. */
  changedAt = (id: string, at: number): number =>
    this.#past.get(id)?.findLast((past) => past.at <= at)?.at ?? at;

  create(listing: Listing, cause: Cause): void {
    this.#past.set(listing.id, [{ at: this.now(), listing }]);
    const { id, availableInventory } = listing;
    this.effects.push({
      at: this.now(),
      listing: id,
      before: undefined,
      after: availableInventory,
      closes: false,
      cause,
    });
  }

  /** The service closes a listing whose inventory becomes 0. */
  write(id: string, after: number, cause: Cause): Listing {
    const listing = this.get(id) as Listing;
    const closes = after === 0 && listing.state === 'OPEN';
    const next: Listing = {
      ...listing,
      availableInventory: after,
      state: after === 0 ? 'CLOSED' : listing.state,
    };
    this.#past.get(id)?.push({ at: this.now(), listing: next });
    this.effects.push({
      at: this.now(),
      listing: id,
      before: listing.availableInventory,
      after,
      closes,
      cause,
    });
    return next;
  }
}
