import { Books, type KeptRequest, type Listing, type RequestKind } from './books.ts';
import type { Time } from './machine/interface.ts';
import type { Answer, Arrival, Request, Service } from './machine/network.ts';
import { concerns, type Fault, fairWeather, type Weather } from './weather.ts';

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  ...(status === 429 && { headers: { 'retry-after': '1' } }),
});

const refusal = (status: number, error: string): Answer => json(status, { error });

const page = (status: number): Answer => ({
  status,
  type: 'text/html',
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr>nginx</body></html>`,
});

/** How long the service takes for a request, in milliseconds. */
const workMs = 3;

/** The service in memory, which keeps books; and the weather between it and the tool. */
export class Shop implements Service {
  readonly books: Books;
  weather: Weather = fairWeather;
  #faults: Fault[] = [];
  #created = 0;

  constructor(
    readonly timeline: Time,
    listings: readonly Listing[],
  ) {
    this.books = new Books(listings, () => timeline.now);
  }

  become(weather: Partial<Weather>) {
    this.weather = { ...this.weather, ...weather };
    const { lag } = this.books;
    lag.read = Math.max(lag.read, this.weather.readLag);
    lag.list = Math.max(lag.list, this.weather.listLag);
  }

  expect(fault: Fault) {
    this.#faults.push({ ...fault });
  }

  clearUp() {
    this.weather = fairWeather;
    this.#faults = [];
  }

  isReachable(request: Request): boolean {
    const kind = kindOf(request);
    const unreachable = this.#faults.filter((fault) => fault.unreachable && concerns(fault, kind));
    return !this.#strikes(unreachable);
  }

  take(request: Request, arrive: (arrival: Arrival) => void) {
    const kept = this.#keep(request);
    const fault = this.#strikes(this.#faults.filter((one) => !one.unreachable && concerns(one, kept.kind)));
    const { deliveries, answer, slow = 0 } = fault ?? { deliveries: [0], answer: { kind: 'last' } as const };
    const answers: Answer[] = [];
    const pass = (arrival: Arrival) =>
      arrive({
        ...arrival,
        heard: () => {
          kept.answeredAt = this.timeline.now;
        },
      });
    const settle = () => {
      switch (answer.kind) {
        case 'silent':
          return;
        case 'lost':
          return pass({ kind: 'reset' });
        case 'other':
          return pass({ kind: 'answer', answer: json(200, otherThan(kept, answers.length > 0)) });
        case 'page':
          return pass({ kind: 'answer', answer: page(answer.status) });
        case 'words':
          // Too many requests: nobody has looked at this one.
          if (isRefusedAtOnce(fault) && answer.status !== 429)
            kept.deliveries.push({ at: this.timeline.now, status: answer.status });
          return pass({ kind: 'answer', answer: refusal(answer.status, 'Something went wrong') });
        default: {
          const own = answers[answer.kind === 'first' ? 0 : answers.length - 1];
          if (own === undefined) return pass({ kind: 'reset' });
          return pass({ kind: answer.kind === 'cut' ? 'truncated' : 'answer', answer: own });
        }
      }
    };
    kept.doubt = doubtOf(fault);
    for (const at of deliveries)
      this.timeline.after(at + workMs, undefined, () => {
        const said = this.#answer(kept, request, answer.kind === 'other' ? 1 : undefined);
        answers.push(said);
        kept.deliveries.push({ at: this.timeline.now, status: said.status });
        const isAwaited = answer.kind === 'first' || answer.kind === 'last' || answer.kind === 'cut';
        if (isAwaited && answers.length === (answer.kind === 'first' ? 1 : deliveries.length))
          this.timeline.after(slow, undefined, settle);
      });
    if (deliveries.length === 0 || !['first', 'last', 'cut'].includes(answer.kind))
      this.timeline.after(slow + workMs, undefined, settle);
  }

  /** The fault whose turn it is, of those that concern a request. Each counts the requests that it concerns. */
  #strikes(faults: readonly Fault[]): Fault | undefined {
    let striking: Fault | undefined;
    for (const fault of faults) {
      fault.nth -= 1;
      if (fault.nth === 0) striking = fault;
    }
    this.#faults = this.#faults.filter(({ nth }) => nth > 0);
    return striking;
  }

  #keep(request: Request): KeptRequest {
    const { requests } = this.books;
    const kept: KeptRequest = {
      number: requests.length + 1,
      by: request.by,
      at: this.timeline.now,
      kind: kindOf(request),
      listing: idIn(request.path),
      body: request.body === undefined ? {} : JSON.parse(request.body),
      deliveries: [],
      doubt: undefined,
      answeredAt: undefined,
    };
    requests.push(kept);
    return kept;
  }

  #answer(kept: KeptRequest, request: Request, mostItems?: number): Answer {
    switch (kept.kind) {
      case 'list':
        return this.#list(new URL(request.path, 'http://shop').searchParams);
      case 'read': {
        const read = this.books.was(kept.listing ?? '', this.timeline.now - this.weather.readLag);
        return read ? json(200, read) : refusal(404, 'Listing not found');
      }
      case 'change':
        return this.#change(kept);
      case 'creation':
        return this.#create(kept);
      case 'grading':
        return this.#grade(kept, mostItems);
    }
  }

  #list(query: URLSearchParams): Answer {
    const at = this.timeline.now - this.weather.listLag;
    const size = Number(query.get('limit') ?? query.get('pageSize') ?? 50);
    const { books } = this;
    const all = books.ids.flatMap((id) => books.was(id, at) ?? []);
    if (this.weather.movingLists)
      all.sort((one, other) => books.changedAt(other.id, at) - books.changedAt(one.id, at));
    const state = query.get('state');
    const shown = all.filter((listing) => state === null || listing.state === state);
    const start = Number(query.get('after') ?? 0);
    const listings = shown.slice(start, start + Math.min(size, pageSize));
    const end = start + listings.length;
    return json(200, { listings, pageInfo: { hasNextPage: end < shown.length, endCursor: `${end}` } });
  }

  #change(kept: KeptRequest): Answer {
    const listing = this.books.get(kept.listing ?? '');
    if (!listing) return refusal(404, 'Listing not found');
    const { action, oldInventory, newInventory = 0, inventoryAdjustment = 0 } = kept.body;
    const { availableInventory, id } = listing;
    const isSet = action === 'SET_INVENTORY';
    if (isSet && oldInventory !== availableInventory)
      return refusal(this.weather.conflictStatus, 'The inventory is not as expected');
    const after = isSet ? newInventory : availableInventory + inventoryAdjustment;
    if (after < 0) return refusal(400, 'The inventory would be below 0');
    this.books.write(id, after, { request: kept });
    return json(200, { id, availableInventory: after });
  }

  #create(kept: KeptRequest): Answer {
    const { externalIdentifier = null, condition = 'GOOD', productIdentifier = 'NONE' } = kept.body;
    const isThere = this.books.all().some((listing) => listing.externalIdentifier === externalIdentifier);
    if (externalIdentifier !== null && isThere && this.weather.uniqueIdentifiers)
      return refusal(409, 'There is a listing with this external identifier');
    this.#created += 1;
    const id = idOf('c', this.#created);
    const listing = {
      id,
      state: 'OPEN',
      condition,
      sku: productIdentifier,
      availableInventory: 1,
      externalIdentifier,
    } as const;
    this.books.create({ ...listing }, { request: kept });
    return json(200, { id, url: `https://shop.example/listings/${id}` });
  }

  #grade(kept: KeptRequest, most?: number): Answer {
    const items = kept.body.items?.slice(0, most) ?? [];
    for (const { id, condition } of items)
      this.books.gradings.push({ at: this.timeline.now, item: id, condition, request: kept });
    return json(200, { items });
  }
}

/** Pages of the service are small, so that even small shops have several. */
const pageSize = 12;

/** `10000000-0000-4000-8000-000000000007`: the beginning says who made it. */
export const idOf = (kind: string, number: number): string =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const kindOf = ({ method, path }: Request): RequestKind => {
  if (method === 'PUT') return 'change';
  if (method === 'POST') return path.startsWith('/v1/items') ? 'grading' : 'creation';
  return idIn(path) === undefined ? 'list' : 'read';
};

const idIn = (path: string): string | undefined => /^\/v1\/listings\/([^/?]+)/.exec(path)?.[1]?.toLowerCase();

/** An answer in the form of the service that does not confirm the request. */
const otherThan = ({ kind, listing, body: { items = [] } }: KeptRequest, isDone: boolean): object => {
  if (kind === 'grading') return { items: items.slice(0, isDone ? 1 : 0) };
  return kind === 'creation' ? { url: 'https://shop.example' } : { id: listing, availableInventory: 987_654 };
};

/** The service refuses a request for a reason of its own, and does not begin it. */
const isRefusedAtOnce = (fault: Fault | undefined): boolean =>
  fault?.deliveries.length === 0 && fault.answer.kind === 'words' && fault.answer.status < 500;

const doubtOf = (fault: Fault | undefined): string | undefined => {
  if (fault === undefined) return undefined;
  const { answer, deliveries } = fault;
  if (isRefusedAtOnce(fault)) return undefined;
  if (answer.kind === 'other') return 'its answer was about something else';
  if (deliveries.length === 0 || ['lost', 'silent', 'cut'].includes(answer.kind))
    return 'its answer was lost';
  if (answer.kind === 'page') return `a gateway answered ${answer.status}`;
  if (answer.kind === 'words' && (answer.status >= 500 || answer.status === 408))
    return `the service answered ${answer.status}`;
  if (deliveries.length > 1) return 'it was delivered twice';
  return answer.kind === 'words' && deliveries.length > 0 ? 'it was carried out and refused' : undefined;
};
