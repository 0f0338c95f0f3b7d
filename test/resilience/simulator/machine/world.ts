import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import os from 'node:os';
import type { Chance } from './chance.ts';
import type { Timer } from './timeline.ts';

/** Their getters are asked once, and not for each process. */
const [realCrypto, realOs] = [{ ...crypto }, { ...os }];

/** What time, chance and identity are to one process. */
export interface WorldOf {
  pid: number;
  chance: Chance;
  /** The time of day, in milliseconds since 1970, and the time since the process began. */
  now(): number;
  ticks(): number;
  after(milliseconds: number, run: () => void): Timer;
  env: Readonly<Record<string, string>>;
  cwd: string;
  stdin: unknown;
  stdout: unknown;
  stderr: unknown;
  /** Ends the process; does not return. */
  exit(code: number | undefined): never;
}

/** A timer as Node gives it out. */
class Handle {
  #timer: Timer;
  readonly #again: () => Timer;
  constructor(again: () => Timer) {
    this.#again = again;
    this.#timer = again();
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh() {
    this.#timer.run = undefined;
    this.#timer = this.#again();
    return this;
  }
  clear() {
    this.#timer.run = undefined;
  }
  [Symbol.dispose]() {
    this.clear();
  }
}

/** The globals that the tool and its libraries find, and Node's modules, with time, chance and identity of one process. */
export const worldOf = (
  { pid, chance, now, ticks, after, exit, env, cwd, ...streams }: WorldOf,
  fileSystem: { fs: unknown; promises: unknown },
) => {
  class SimulatedDate extends Date {
    constructor(...given: []) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static override now = () => Math.floor(now());
  }
  const setTimeout = (run: (...given: unknown[]) => void, milliseconds = 1, ...given: unknown[]) =>
    new Handle(() => after(Math.max(1, milliseconds), () => run(...given)));
  const setInterval = (run: (...given: unknown[]) => void, milliseconds = 1, ...given: unknown[]) => {
    const handle: Handle = new Handle(() =>
      after(Math.max(1, milliseconds), () => {
        handle.refresh();
        run(...given);
      }),
    );
    return handle;
  };
  const setImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    new Handle(() => after(0, () => run(...given)));
  const clear = (handle: Handle | undefined) => handle?.clear();
  const timers = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };

  const waiting =
    (start: (run: () => void, milliseconds: number) => Handle) =>
    (milliseconds = 1, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const fail = () => {
          handle.clear();
          reject(
            Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
              name: 'AbortError',
            }),
          );
        };
        const handle = start(() => {
          signal?.removeEventListener('abort', fail);
          resolve(value);
        }, milliseconds);
        if (signal?.aborted) fail();
        else signal?.addEventListener('abort', fail, { once: true });
      });
  const timersPromises = {
    setTimeout: waiting(setTimeout),
    setImmediate: (value?: unknown, options?: { signal?: AbortSignal }) =>
      waiting(setImmediate)(0, value, options),
  };

  const timeout = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    after(milliseconds, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')));
    return controller.signal;
  };
  const SimulatedSignal = new Proxy(AbortSignal, {
    get: (signal, name) => (name === 'timeout' ? timeout : Reflect.get(signal, name)),
  });

  const random = {
    randomUUID: () => {
      const hex = chance.bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    randomInt: (low: number, high?: number) =>
      high === undefined ? chance.between(0, low - 1) : chance.between(low, high - 1),
    randomBytes: (size: number) => chance.bytes(size),
  };
  const SimulatedMath = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(Math),
    random: { value: chance.next },
  }) as Math;
  const clock = { now: ticks, timeOrigin: 0, mark: () => undefined, measure: () => undefined };
  const emitter = new EventEmitter();
  const heard = [
    'on',
    'once',
    'off',
    'addListener',
    'removeListener',
    'prependListener',
    'listeners',
    'emit',
  ] as const;
  const values = {
    pid,
    ppid: 1,
    platform: 'linux',
    env: { ...env },
    argv: ['node', 'resale'],
    cwd: () => cwd,
    exit,
    hrtime: Object.assign(() => [0, 0], { bigint: () => BigInt(Math.round(ticks() * 1e6)) }),
    uptime: () => ticks() / 1000,
    emitWarning: () => undefined,
    kill: () => true,
    ...streams,
    ...Object.fromEntries(
      heard.map((name) => [name, (emitter[name] as (...given: unknown[]) => unknown).bind(emitter)]),
    ),
  };
  const own = Object.create(process, {
    exitCode: { value: undefined, writable: true },
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, enumerable: true, writable: true }]),
    ),
  }) as NodeJS.Process;

  const globals = {
    ...timers,
    Date: SimulatedDate,
    Math: SimulatedMath,
    AbortSignal: SimulatedSignal,
    performance: clock,
    process: own,
    crypto: { ...random, subtle: crypto.webcrypto.subtle },
  };
  const all = Object.create(globalThis, Object.getOwnPropertyDescriptors(globals));
  const storages: AsyncLocalStorage<unknown>[] = [];
  class Storage extends AsyncLocalStorage<unknown> {
    constructor() {
      super();
      storages.push(this);
    }
  }
  const { fs, promises } = fileSystem;
  return {
    /** Delivers a signal, or an error that nobody caught. False if nobody listens to it. */
    signal: (name: string, ...given: unknown[]) => emitter.emit(name, ...given),
    /** At the end of the process: Node hands each storage that was used on to each promise of the machine. */
    close: () => {
      for (const storage of storages) storage.disable();
    },
    globals: { ...globals, global: all, globalThis: all },
    modules: {
      fs,
      'fs/promises': promises,
      timers,
      'timers/promises': timersPromises,
      process: own,
      perf_hooks: { performance: clock },
      async_hooks: { AsyncLocalStorage: Storage, AsyncResource },
      crypto: { ...realCrypto, ...random },
      os: {
        ...realOs,
        hostname: () => 'simulated',
        tmpdir: () => '/tmp',
        homedir: () => '/home',
        loadavg: () => [0, 0, 0],
      },
    },
  };
};
