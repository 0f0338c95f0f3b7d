import type { Socket } from 'node:net';
import { type Arrival, type KeptListing, Ledger, type Said } from '../../support/ledger.ts';
import { subjectsOf } from '../../support/ledger-answers.ts';
import type { Fault } from './fault.ts';
import { feedText } from './feed-file.ts';
import { Host } from './host.ts';
import { isChange, type WireRequest } from './requests.ts';
import { changeIn, pretended, read } from './service.ts';
import { due } from './wire.ts';

/** What must turn up nowhere: the credentials, and the signature of the feed's link. */
export const canaries = {
  clientId: 'canary-client-27',
  apiKey: 'canary-key-93ab71e2',
  signature: 'canary-signature-5c',
};

export type RequestKind = 'change' | 'read' | 'file';

/** Which requests meet a fault. */
export interface Attack {
  fault: Fault;
  /** Whether a request of this kind, before which so many came, meets it. */
  meets(kind: RequestKind, before: number): boolean;
  /** Whether a change is applied though its answer is lost. */
  isApplied: boolean;
  /** From 0 to 1, the same for a seed. */
  roll: number;
  /** What somebody else does just before the change is looked at, and just after. */
  rival?: { before?(ledger: Ledger): void; after?(ledger: Ledger): void };
}

/** A shop that keeps books on all that is asked of it, and some of whose requests meet a fault. */
export class FaultShop {
  readonly ledger: Ledger;
  attack: Attack | undefined;
  /** Changes that were broken off before they were read. */
  brokenOff = 0;
  /** Every request that came: `c` for a change, `r` for a read. */
  trail = '';
  /** Hosts that saw credentials which are not theirs. */
  readonly strays: string[] = [];
  readonly #seen = { change: 0, read: 0, file: 0 };
  readonly #service = new Host({
    begun: (socket, method) => this.#begun(socket, method),
    whole: (socket, request) => this.#answer(socket, request),
  });
  readonly #files = new Host({ whole: (socket, request) => this.#sendFile(socket, request) });
  readonly #elsewhere = new Host({
    whole: (socket, request) => {
      this.#noteStray('another host', request);
      socket.write(due({ status: 200, body: {} }));
    },
  });

  private constructor(listings: readonly Omit<KeptListing, 'history'>[]) {
    this.ledger = new Ledger(listings);
  }

  static async open(listings: readonly Omit<KeptListing, 'history'>[]): Promise<FaultShop> {
    const shop = new FaultShop(listings);
    await Promise.all([shop.#service, shop.#files, shop.#elsewhere].map((host) => host.listen()));
    return shop;
  }

  get url(): string {
    return this.#service.url;
  }

  async close(): Promise<void> {
    await Promise.all([this.#service, this.#files, this.#elsewhere].map((host) => host.close()));
  }

  #isMet(kind: RequestKind): boolean {
    return this.attack?.meets(kind, this.#seen[kind]) ?? false;
  }

  #note(kind: 'change' | 'read'): void {
    this.#seen[kind] += 1;
    this.trail += kind === 'change' ? 'c' : 'r';
  }

  #begun(socket: Socket, method: string): boolean {
    const kind = isChange({ method }) ? 'change' : 'read';
    const fault = this.attack?.fault;
    if (fault === undefined || !('breakOff' in fault) || !this.#isMet(kind)) return false;
    this.#note(kind);
    if (kind === 'change') this.brokenOff += 1;
    fault.breakOff(socket);
    return true;
  }

  #answer(socket: Socket, request: WireRequest): void {
    const kind = isChange(request) ? 'change' : 'read';
    const isMet = this.#isMet(kind);
    this.#note(kind);
    const said = kind === 'change' ? this.#change(request, isMet) : read(request, this.ledger, this.#link);
    this.#send(socket, request, said, isMet);
  }

  get #link(): string {
    return `${this.#files.url}/feed.json?signature=${canaries.signature}`;
  }

  /** Applies a change, or does not, and gives the answer that is due. */
  #change(request: WireRequest, isMet: boolean): Said {
    const body = changeIn(request);
    const subjects = subjectsOf(request.url, body);
    const [subject = ''] = subjects;
    const known = isMet ? this.attack?.fault.change : 'accepted';
    const isApplied =
      known === 'accepted' ||
      known === 'repeated' ||
      (known === 'ambiguous' && this.attack?.isApplied === true);
    if (isMet) this.attack?.rival?.before?.(this.ledger);
    const said = isApplied ? this.ledger.apply(subject, body) : pretended(subject, body, this.ledger);
    if (isMet) this.attack?.rival?.after?.(this.ledger);
    const left =
      known === 'ambiguous' || known === 'repeated'
        ? 'lost'
        : known === 'accepted' && said.status === 200
          ? 'confirmed'
          : 'denied';
    const key = request.headers['x-service-authentication-key'] ?? '';
    for (const about of subjects)
      this.ledger.arrive({ subject: about, body, key, at: Date.now(), left } satisfies Arrival);
    return said;
  }

  #send(socket: Socket, request: WireRequest, said: Said, isMet: boolean): void {
    const { fault, roll = 0 } = this.attack ?? {};
    if (isMet && fault && 'answer' in fault)
      fault.answer(socket, { request, said, roll, elsewhere: this.#elsewhere.url });
    else socket.write(due(said));
  }

  #sendFile(socket: Socket, request: WireRequest): void {
    this.#noteStray('the host of the feed file', request);
    const isMet = this.#isMet('file');
    this.#seen.file += 1;
    this.#send(socket, request, { status: 200, body: feedText }, isMet);
  }

  #noteStray(host: string, { headers }: WireRequest): void {
    const told = JSON.stringify(headers);
    if (told.includes(canaries.apiKey) || told.includes(canaries.clientId)) this.strays.push(host);
  }
}
