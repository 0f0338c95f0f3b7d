import type { IncomingMessage } from 'node:http';
import type { RequestLogEntry } from './host-guard.ts';

/** The beginnings of a request's body and answer, as texts. */
interface Bodies {
  body?: string;
  answer?: string;
  /** The answer to the first delivery of a repeated request, which nobody received. */
  lostAnswer?: string;
}

/** The stored length of a body in bytes: the log has many. */
const keptBytes = 8 * 1024;

const bodies = new WeakMap<IncomingMessage, Bodies>();

export const bodiesOf = (incoming: IncomingMessage): Bodies => bodies.get(incoming) ?? {};

export const keepBody = (incoming: IncomingMessage, part: keyof Bodies, whole: Buffer | string): void => {
  if (whole.length === 0) return;
  // A copy, since a substring would keep the whole string in memory.
  const text = `${Buffer.from(whole.slice(0, keptBytes))}${whole.length > keptBytes ? ' …' : ''}`;
  bodies.set(incoming, { ...bodiesOf(incoming), [part]: text });
};

/** A request in the log of the page, with its place among all since the start. */
export interface LoggedRequest extends RequestLogEntry, Bodies {
  number: number;
  at: Date;
}

export const keptRequests = 200;

/** Called for each request; without one after a possible change of a listing, a switch or the feed. */
type Watcher = (news?: LoggedRequest) => void;

export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  total = 0;
  readonly #watchers = new Set<Watcher>();

  constructor(private readonly now: () => Date) {}

  add(entry: RequestLogEntry, incoming: IncomingMessage): void {
    this.total += 1;
    const request = { ...entry, ...bodiesOf(incoming), number: this.total, at: this.now() };
    this.requests.push(request);
    if (this.requests.length > keptRequests) this.requests.shift();
    this.tell(request);
    if (entry.method !== 'GET' && entry.method !== 'HEAD') this.tell();
  }

  tell(news?: LoggedRequest): void {
    for (const watcher of this.#watchers) watcher(news);
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
