import * as undici from 'undici';
import type { Process } from './interface.ts';
import type { SimulatedProcess } from './process.ts';
import type { Timeline } from './timeline.ts';

/** A request on its way, as the service and what stands in front of it see it. */
export interface Request {
  readonly by: Process;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

export interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/** How a request ends for its sender. */
export type Arrival = ({ kind: 'answer' | 'truncated'; answer: Answer } | { kind: 'reset' }) & {
  /** Called when it has arrived. */
  heard?: () => void;
};

/** The service with everything in front of it. */
export interface Service {
  /** Whether a connection can be made now. */
  isReachable(request: Request): boolean;
  /** A request has left; `arrive` is called once at most, whenever and however it ends for its sender. */
  take(request: Request, arrive: (arrival: Arrival) => void): void;
}

interface Controller {
  aborted: boolean;
  reason: Error | null;
  paused: boolean;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

interface Handler {
  onRequestStart(controller: Controller, context: unknown): void;
  onResponseStart(
    controller: Controller,
    status: number,
    headers: Record<string, string>,
    message: string,
  ): void;
  onResponseData(controller: Controller, chunk: Buffer): void;
  onResponseEnd(controller: Controller, trailers: object): void;
  onResponseError(controller: Controller, error: Error): void;
}

interface Dispatched {
  path: string;
  method: string;
  body: string | Uint8Array | null;
}

const broken = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, errno: -1 });

/** How long connecting and each way take, in milliseconds. */
const connectMs = [0.5, 3] as const;
const wayMs = [2, 20] as const;

/** The network between the tool's processes and the service: undici without sockets. */
export class Network {
  constructor(
    readonly timeline: Timeline,
    readonly service: Service,
  ) {}

  /** The library for one process, whose agents dispatch to the service. */
  undiciOf(process: SimulatedProcess): object {
    const network = this;
    class Agent {
      #isClosed = false;
      dispatch(options: Dispatched, handler: Handler): boolean {
        network.#dispatch(process, options, handler, () => this.#isClosed);
        return true;
      }
      async close() {
        this.#isClosed = true;
      }
      async destroy() {
        this.#isClosed = true;
      }
    }
    const { errors, buildConnector, Client } = undici;
    return { errors, buildConnector, Client, Agent };
  }

  #dispatch(
    process: SimulatedProcess,
    { path, method, body }: Dispatched,
    handler: Handler,
    isClosed: () => boolean,
  ): void {
    let isOver = false;
    const fail = (error: Error) => {
      if (isOver) return;
      isOver = true;
      handler.onResponseError(controller, error);
    };
    const controller: Controller = {
      aborted: false,
      reason: null,
      paused: false,
      abort(reason) {
        controller.aborted = true;
        controller.reason = reason;
        process.after(0, () => fail(reason));
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const request: Request = {
      by: process,
      method,
      path,
      body: body === null ? undefined : Buffer.from(body).toString(),
    };
    process.after(process.takes(connectMs), () => {
      if (isOver || isClosed()) return;
      if (!this.service.isReachable(request))
        return fail(broken('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:4141'));
      handler.onRequestStart(controller, {});
      if (controller.aborted) return;
      process.moment('request');
      this.timeline.after(process.takes(wayMs), undefined, () =>
        this.service.take(request, (arrival) => {
          process.after(process.takes(wayMs), () => {
            if (isOver || isClosed()) return;
            process.moment('answer');
            arrival.heard?.();
            if (arrival.kind === 'reset') return fail(broken('ECONNRESET', 'read ECONNRESET'));
            const { status, type, body: text, headers } = arrival.answer;
            const bytes = Buffer.from(text);
            const all = { 'content-type': type, 'content-length': `${bytes.length}`, ...headers };
            handler.onResponseStart(controller, status, all, '');
            if (arrival.kind === 'truncated') {
              handler.onResponseData(controller, bytes.subarray(0, bytes.length >> 1));
              return fail(broken('UND_ERR_SOCKET', 'other side closed'));
            }
            handler.onResponseData(controller, bytes);
            isOver = true;
            handler.onResponseEnd(controller, {});
          });
        }),
      );
    });
  }
}
