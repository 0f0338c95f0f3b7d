import { AsyncResource } from 'node:async_hooks';
import { PassThrough, Writable } from 'node:stream';
import { programWith } from '../guests.ts';
import type { Chance } from './chance.ts';
import { type DiskUser, fileSystemOf } from './file-system.ts';
import type { Ending, MomentKind, Process, Start } from './interface.ts';
import { environmentOf, home, type SimulatedMachine } from './machine.ts';
import type { Owner, Timer } from './timeline.ts';
import { worldOf } from './world.ts';

/** Thrown into a process that has ended. Whatever it does with it, it can have no effect any more. */
export class Gone extends Error {}

interface Tool {
  processIo(bin: string): object;
  run(argv: readonly string[], io: object): Promise<number>;
}

/** A process of the tool on the simulated machine. */
export class SimulatedProcess implements Process, Owner, DiskUser {
  stdout = '';
  stderr = '';
  ending: Ending | undefined;
  isSuspended = false;
  wasSuspended = false;
  wasSignalled = false;
  readonly began: number;
  ended: number | undefined;
  readonly folders = new Map<string, number>();
  /** How often each kind of moment has come. */
  readonly moments: Record<MomentKind, number> = { write: 0, sync: 0, request: 0, answer: 0 };
  /** Called at each moment, before what it is the moment of. */
  onMoment: ((kind: MomentKind) => void) | undefined;
  onEnd: (() => void) | undefined;
  readonly recordsWithinMs = 150;
  readonly cwd = home;
  readonly #held: (() => void)[] = [];
  readonly #chance: Chance;
  readonly #left: string[];
  #signal: ((name: string, ...given: unknown[]) => boolean) | undefined;
  #close: (() => void) | undefined;

  constructor(
    readonly machine: SimulatedMachine,
    readonly pid: number,
    readonly start: Start,
    chance: Chance,
  ) {
    this.#chance = chance;
    this.began = machine.timeline.now;
    this.#left = [...(start.answers ?? [])];
    // Node needs a moment to start.
    this.after(this.#chance.between(20, 60), () => this.#run());
  }

  get isDead(): boolean {
    return this.ending !== undefined;
  }
  get disk() {
    return this.machine.disk;
  }

  hold(run: () => void): void {
    this.#held.push(run);
  }

  after = (milliseconds: number, run: () => void): Timer => {
    // As with Node's timers, what is known to whoever waits is known when it goes on. (AsyncResource.bind takes far longer.)
    const waiting = new AsyncResource('Timeout');
    return this.machine.timeline.after(milliseconds, this, () => {
      try {
        waiting.runInAsyncScope(run);
      } catch (error) {
        this.crash(error);
      }
    });
  };

  takes = ([least, most]: readonly [number, number]): number => least + this.#chance.next() * (most - least);

  latency = (isSync: boolean): number =>
    isSync ? 0.3 + this.#chance.next() * 2 : 0.02 + this.#chance.next() * 0.1;

  randomHex = (): string => this.#chance.bytes(8).toString('hex');

  live(): void {
    if (this.isDead) throw new Gone();
  }

  moment(kind: MomentKind): void {
    this.live();
    this.moments[kind] += 1;
    this.onMoment?.(kind);
    this.live();
  }

  kill(): void {
    this.#end({ kind: 'killed' });
  }

  suspend(): void {
    this.isSuspended = true;
    this.wasSuspended = true;
  }

  wake(): void {
    if (!this.isSuspended) return;
    this.isSuspended = false;
    for (const run of this.#held.splice(0)) this.after(0, run);
  }

  /** Delivers a signal, once the process is awake. */
  signal(name: 'SIGINT' | 'SIGTERM'): void {
    this.wasSignalled = true;
    this.after(0, () => {
      if (!this.#signal?.(name)) this.kill();
    });
  }

  madeFolder(path: string): void {
    this.folders.set(path, this.machine.timeline.now);
  }

  /** An error that nobody caught. */
  crash(error: unknown): void {
    if (this.isDead || error instanceof Gone) return;
    if (this.#signal?.('uncaughtException', error)) return;
    this.stderr += `${error instanceof Error ? error.stack : error}\n`;
    this.#end({ kind: 'exit', code: 1 });
  }

  #end(ending: Ending): void {
    if (this.isDead) return;
    this.ending = ending;
    this.ended = this.machine.timeline.now;
    this.#close?.();
    this.onEnd?.();
  }

  #run(): void {
    const { machine, pid, start } = this;
    const isTerminal = start.answers !== undefined;
    const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode: () => stdin });
    const { converse, program } = start;
    if (converse) this.#answer(stdin, converse, ['']);
    else if (!isTerminal) stdin.end();
    const output = (name: 'stdout' | 'stderr') =>
      Object.assign(
        new Writable({
          decodeStrings: false,
          write: (chunk: string | Buffer, _, done) => {
            if (!this.isDead) {
              this[name] += chunk.toString();
              if (isTerminal && name === 'stderr') this.#heard(stdin);
              if (converse && name === 'stdout')
                this.#answer(stdin, converse, chunk.toString().trimEnd().split('\n'));
            }
            done();
          },
        }),
        name === 'stderr' && isTerminal ? { isTTY: true, columns: 200, rows: 50 } : {},
      );
    const env = environmentOf(start.client);
    const world = worldOf(
      {
        ...{ pid, chance: this.#chance, env, cwd: home, after: this.after },
        now: () => machine.now(),
        ticks: () => machine.timeline.now - this.began,
        ...{ stdin, stdout: output('stdout'), stderr: output('stderr') },
        exit: (code) => {
          this.#end({ kind: 'exit', code: Number(code ?? world.globals.process.exitCode ?? 0) });
          throw new Gone();
        },
      },
      fileSystemOf(this),
    );
    this.#signal = world.signal;
    this.#close = world.close;
    const modules = { ...world.modules, ...machine.network.modulesOf(this) };
    const load = machine.program.load(world.globals, modules);
    const tool = async () => {
      const { processIo, run } = load('main.cjs') as Tool;
      return run(start.argv, processIo('/usr/bin/resale'));
    };
    const print = (text: string) => {
      if (!this.isDead) this.stdout += text;
    };
    (program ? programWith(program)(load, env, print) : tool()).then(
      (code) => this.#end({ kind: 'exit', code }),
      (error) => this.crash(error),
    );
  }

  #answer(stdin: PassThrough, converse: NonNullable<Start['converse']>, lines: readonly string[]) {
    this.after(5, () => {
      for (const line of lines) {
        const next = converse(line);
        if (next === null) stdin.end();
        else if (next !== undefined) stdin.write(next);
      }
    });
  }

  /** Answers a question a moment after it was drawn. */
  #heard(stdin: PassThrough): void {
    const { length } = this.stderr;
    this.after(300, () => {
      if (this.stderr.length !== length || !asks(this.stderr)) return;
      const answer = this.#left.shift();
      if (answer === undefined) stdin.end();
      else stdin.write(`${answer}\r`);
    });
  }
}

/** Whether what was drawn on a terminal ends with a question. */
export const asks = (shown: string): boolean => /\? .*\S ?$/s.test(plain(shown).slice(-300));

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how terminals are drawn on
const plain = (text: string): string => text.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, '');
