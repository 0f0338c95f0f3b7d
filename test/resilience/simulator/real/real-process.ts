import { existsSync, readFileSync } from 'node:fs';
import type { Ending, MomentKind, Process, Start } from '../machine/interface.ts';
import type { RealTime } from './real-time.ts';
import { atTerminal, type Hear, type Launch, piped, type Running } from './running.ts';

/** Those that run now. */
const alive = new Set<Running>();

// Whatever ends the simulator, no process of it stays behind, not even one that stands still.
process.once('exit', () => {
  for (const running of alive) running.kill('SIGKILL');
});

/** A real process of the tool. */
export class RealProcess implements Process {
  stdout = '';
  stderr = '';
  ending: Ending | undefined;
  isKilled = false;
  isSuspended = false;
  wasSuspended = false;
  wasSignalled = false;
  readonly began: number;
  ended: number | undefined;
  readonly moments: Record<MomentKind, number> = { write: 0, sync: 0, request: 0, answer: 0 };
  /** How far it has come is not seen from outside, and it may be slow. */
  readonly recordsWithinMs = Number.POSITIVE_INFINITY;
  onMoment: ((kind: MomentKind) => void) | undefined;
  onEnd: (() => void) | undefined;
  readonly over: Promise<void>;
  readonly #running: Running;

  /** What the process makes of folders stands in `foldersFile`. */
  constructor(
    readonly time: RealTime,
    readonly start: Start,
    readonly launch: Launch,
    readonly foldersFile: string,
  ) {
    this.began = time.now;
    const hear: Hear = (stream, text) => {
      this[stream] += text;
    };
    const running = start.answers ? atTerminal(launch, start, hear) : piped(launch, start, hear);
    this.#running = running;
    alive.add(running);
    this.over = running.over.then((ending) => {
      alive.delete(running);
      this.ending = ending;
      this.isSuspended = false;
      this.ended = this.time.now;
      this.onEnd?.();
    });
  }

  get isDead(): boolean {
    return this.ending !== undefined;
  }

  get folders(): ReadonlyMap<string, number> {
    const text = existsSync(this.foldersFile) ? readFileSync(this.foldersFile, 'utf8').trimEnd() : '';
    return new Map(text.split('\n').map((line) => [line.replace(/^\d+ /, ''), Number.parseInt(line, 10)]));
  }

  moment(kind: MomentKind): void {
    this.moments[kind] += 1;
    this.onMoment?.(kind);
  }

  kill(): void {
    this.isKilled = true;
    this.#send('SIGKILL');
  }

  suspend(): void {
    if (this.isDead) return;
    this.isSuspended = true;
    this.wasSuspended = true;
    this.#send('SIGSTOP');
  }

  wake(): void {
    if (!this.isSuspended) return;
    this.isSuspended = false;
    this.#send('SIGCONT');
  }

  signal(name: 'SIGINT' | 'SIGTERM'): void {
    this.wasSignalled = true;
    this.#send(name);
  }

  /** Its number may be another process's once it has ended. */
  #send(signal: NodeJS.Signals): void {
    if (!this.isDead) this.#running.kill(signal);
  }
}
