import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Arrival, type ChangeBody, Ledger, type Said } from './ledger.ts';
import { busy, readFrom, send, sendPage, subjectsOf, truncate } from './ledger-answers.ts';
import { calm, chance, type FaultKind, faultKinds, faultOf, type Weather } from './ledger-faults.ts';

/** A shop over HTTP that keeps books, and fails as its weather says. */
export class LedgerServer {
  ledger = new Ledger([]);
  weather: Weather = calm;
  /** Called with the number of changes that arrived before. */
  onChange: (count: number) => void = () => {};
  #count = 0;
  #asked = new Map<string, number>();
  #underWay = new Set<Promise<void>>();
  #second = { number: 0, requests: 0 };
  readonly #server: Server;

  constructor(readonly apiKey: string) {
    this.#server = createServer((request, response) => {
      this.#hold(this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error)));
    });
    this.#server.keepAliveTimeout = 60_000;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Another shop at the same address. */
  open(ledger: Ledger, weather: Weather): void {
    this.ledger = ledger;
    this.weather = weather;
    this.onChange = () => {};
    this.#count = 0;
    this.#asked = new Map();
  }

  /** Waits until all changes are applied, late ones, too. */
  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Cut before it was whole: nobody acts on it.
      return;
    }
    const url = new URL(request.url ?? '/', 'http://shop');
    const key = String(request.headers['x-service-authentication-key']);
    if (!key.startsWith(this.apiKey))
      return send(response, { status: 403, body: { error: 'wrong credentials' } });
    if (this.#isTooMuch()) return busy(response, 1);
    if (request.method === 'GET') return this.#read(url, response);
    await this.#change(url, Buffer.concat(chunks).toString(), key, response);
  }

  #isTooMuch(): boolean {
    const { perSecond } = this.weather;
    if (perSecond === undefined) return false;
    const number = Math.floor(Date.now() / 1000);
    if (this.#second.number !== number) this.#second = { number, requests: 0 };
    this.#second.requests += 1;
    return this.#second.requests > perSecond;
  }

  #nth(request: string): number {
    const nth = this.#asked.get(request) ?? 0;
    this.#asked.set(request, nth + 1);
    return nth;
  }

  async #read(url: URL, response: ServerResponse): Promise<void> {
    const request = `GET ${url.pathname}${url.search}`;
    const { seed, reads } = this.weather;
    const nth = this.#nth(request);
    // A read that fails is asked for again, and never twice in a row in vain: else no run would ever begin.
    if (nth % 2 === 0 && chance(seed, 'read', request, nth) < reads) {
      const roll = chance(seed, 'how', request, nth);
      if (roll < 0.3) return void response.destroy();
      if (roll < 0.6) return truncate(response, this.#readAnswer(url));
      if (roll < 0.9) return send(response, { status: 500, body: { error: 'out of order' } });
      return busy(response, 0);
    }
    send(response, this.#readAnswer(url));
  }

  #readAnswer(url: URL): Said {
    return readFrom(this.ledger, url) ?? { status: 404, body: { error: 'no such path' } };
  }

  async #change(url: URL, text: string, key: string, response: ServerResponse): Promise<void> {
    const body = JSON.parse(text) as ChangeBody;
    const { ledger, weather } = this;
    const at = performance.timeOrigin + performance.now();
    const subjects = subjectsOf(url, body);
    const arrivals = subjects.map((subject) =>
      ledger.arrive({ subject, body, key, at, left: 'lost' } satisfies Arrival),
    );
    this.onChange(this.#count++);
    const leave = (left: Arrival['left']) => {
      for (const arrival of arrivals) arrival.left = left;
    };
    const subject = subjects[0] ?? '';
    const request = `${url.pathname} ${text}`;
    const nth = this.#nth(request);
    if (weather.closed) {
      leave('denied');
      return send(response, { status: 401, body: { error: 'not for you' } });
    }
    const compete = (when: string) => {
      if (chance(weather.seed, when, request, nth) < weather.competitor)
        ledger.compete(subject, chance(weather.seed, `${when} how`, request, nth));
    };
    const latency = chance(weather.seed, 'latency', request, nth) * weather.latencyMs;
    if (latency >= 1) await wait(latency);
    compete('before');
    const apply = (times = 1) => {
      for (let delivery = 1; delivery < times; delivery++) ledger.apply(subject, body);
      const said = ledger.apply(subject, body);
      compete('after');
      return said;
    };
    const rolled = faultOf(weather, request, nth);
    // Nobody can tell a delivery of a direct change from the next one, nor a rival in the same moment from either.
    const showsTwice = body.action === 'SET_INVENTORY' && weather.competitor === 0;
    const fault = rolled === 'repeated' && !showsTwice ? 'lostAnswer' : rolled;
    if (fault) {
      if (fault === 'busy') leave('denied');
      return this.#fail(fault, response, apply, chance(weather.seed, 'late', request, nth));
    }
    const said = apply();
    // Where nobody is there any more to hear it, it is lost.
    if (response.destroyed || response.socket?.destroyed) return;
    response.once('finish', () => leave(said.status === 200 ? 'confirmed' : 'denied'));
    send(response, said);
  }

  /** `roll` is from 0 to 1. */
  #fail(fault: FaultKind, response: ServerResponse, apply: (times?: number) => Said, roll: number): void {
    const outOfOrder = { status: 500, body: { error: 'out of order' } };
    const isApplied = faultKinds[fault] === 'after';
    const said = isApplied ? apply() : outOfOrder;
    switch (fault) {
      case 'busy':
        busy(response, Math.round(roll));
        break;
      case 'reset':
        response.socket?.resetAndDestroy();
        break;
      case 'failedBefore':
      case 'failedAfter':
        send(response, outOfOrder);
        break;
      case 'silentBefore':
      case 'silentAfter':
        break;
      case 'lostAnswer':
        response.destroy();
        break;
      case 'truncated':
        truncate(response, said);
        break;
      case 'gateway':
        sendPage(response);
        break;
      case 'repeated': {
        const { status, body } = apply(2);
        const refusal =
          [400, 403, 404, 405, 409, 410, 412, 413, 415, 422, 431][Math.floor(roll * 11)] ?? status;
        send(response, { status: status === 200 ? 200 : refusal, body });
        break;
      }
      case 'late':
        response.destroy();
        this.#hold(wait(50 + roll * 100).then(() => apply()));
    }
  }

  #hold(work: Promise<unknown>): void {
    const held = work.then(() => {
      this.#underWay.delete(held);
    });
    this.#underWay.add(held);
  }
}
