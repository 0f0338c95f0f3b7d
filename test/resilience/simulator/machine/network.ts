import { EventEmitter } from 'node:events';
import * as http from 'node:http';
import * as net from 'node:net';
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

interface Asked {
  createConnection(asked: unknown, connected: (error: Error | null, made: Connection) => void): void;
  method: string;
  path: string;
}

const broken = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, errno: -1 });

/** How long connecting and each way take, in milliseconds. */
const connectMs = [0.5, 3] as const;
const wayMs = [2, 20] as const;

/** The network between the tool's processes and the service: Node's client without sockets. */
export class Network {
  constructor(
    readonly timeline: Timeline,
    readonly service: Service,
  ) {}

  /** Node's modules for one process, whose requests go to the service. */
  modulesOf(process: SimulatedProcess): object {
    const request = (asked: Asked) => new Call(asked, this, process);
    const connect = () => new Connection(process);
    return { http: { ...http, request }, net: { ...net, connect } };
  }
}

/** A connection, which is there at once: a request takes the time that it would have taken. */
class Connection extends EventEmitter {
  writable = true;
  readonly #process: SimulatedProcess;

  constructor(process: SimulatedProcess) {
    super();
    this.#process = process;
    process.after(0, () => this.emit('connect'));
  }

  ref = () => this;
  unref = () => this;

  destroy(reason?: Error): void {
    this.writable = false;
    this.#process.after(0, () => this.emit('close', reason));
  }
}

/** A request as Node's client makes it, and how it ends. */
class Call extends EventEmitter {
  #isOver = false;
  readonly #asked: Asked;
  readonly #network: Network;
  readonly #process: SimulatedProcess;
  #connection: Connection | undefined;

  constructor(asked: Asked, network: Network, process: SimulatedProcess) {
    super();
    this.#asked = asked;
    this.#network = network;
    this.#process = process;
  }

  end(body: string | undefined): void {
    this.#asked.createConnection(undefined, (error, connection) => {
      if (error) this.#fail(error);
      else if (this.#isOver) connection.destroy();
      else this.#send(connection, body);
    });
  }

  destroy(reason: Error): void {
    this.#process.after(0, () => this.#fail(reason));
  }

  #send(connection: Connection, body: string | undefined): void {
    this.#connection = connection.once('close', this.#hangUp);
    const by = this.#process;
    const { method, path } = this.#asked;
    const request = { by, method, path, body };
    by.after(by.takes(connectMs), () => {
      if (this.#isOver) return;
      const { timeline, service } = this.#network;
      if (!service.isReachable(request)) {
        this.#fail(broken('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:4141'));
        return;
      }
      this.emit('socket', connection);
      by.moment('request');
      timeline.after(by.takes(wayMs), undefined, () =>
        service.take(request, (arrival) => {
          by.after(by.takes(wayMs), () => this.#arrive(arrival));
        }),
      );
    });
  }

  #arrive(arrival: Arrival): void {
    if (this.#isOver) return;
    this.#process.moment('answer');
    arrival.heard?.();
    if (arrival.kind === 'reset') {
      this.#hangUp();
      return;
    }
    const { status, type, body, headers } = arrival.answer;
    const bytes = Buffer.from(body);
    const message = Object.assign(new EventEmitter(), {
      complete: arrival.kind === 'answer',
      statusCode: status,
      headers: { 'content-type': type, 'content-length': `${bytes.length}`, ...headers },
    });
    this.emit('response', message);
    message.emit('data', message.complete ? bytes : bytes.subarray(0, bytes.length >> 1));
    if (message.complete) message.emit('end');
    else {
      message.emit('error', broken('ECONNRESET', 'aborted'));
      this.#connection?.destroy();
    }
    this.#end();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.emit('error', error);
    this.#connection?.destroy();
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#connection?.off('close', this.#hangUp);
    this.emit('close');
  }

  #hangUp = (): void => this.#fail(broken('ECONNRESET', 'socket hang up'));
}
