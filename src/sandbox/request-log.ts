import type { Bodies } from './bodies.ts';
import type { RequestLogEntry } from './doorkeeper.ts';

/** A request in the log of the page, with its place among all since the start. */
export interface LoggedRequest extends RequestLogEntry, Bodies {
  number: number;
  at: Date;
}

/** How many requests are kept. */
export const keptRequests = 200;

/** The last requests, and those who want to know of the next ones. */
export class RequestLog {
  /** Oldest first. */
  readonly requests: LoggedRequest[] = [];
  readonly #watchers = new Set<(news: LoggedRequest | undefined) => void>();
  readonly #now: () => Date;
  #total = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** How many requests there were since the start. */
  get total(): number {
    return this.#total;
  }

  add(entry: RequestLogEntry, bodies: Bodies): void {
    const request = { ...entry, ...bodies, number: ++this.#total, at: this.#now() };
    this.requests.push(request);
    if (this.requests.length > keptRequests) this.requests.shift();
    this.#tell(request);
    if (entry.method !== 'GET' && entry.method !== 'HEAD') this.tellOfChange();
  }

  /** Tells the watchers that something else may have changed: a listing, a switch or the feed. */
  tellOfChange(): void {
    this.#tell(undefined);
  }

  /** Calls back for each request from now on, and with nothing for each change, until the returned function is called. */
  watch(watcher: (news: LoggedRequest | undefined) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #tell(news: LoggedRequest | undefined) {
    for (const watcher of this.#watchers) watcher(news);
  }
}
