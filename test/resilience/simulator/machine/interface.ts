import type { LibraryCall } from '../guests.ts';
import type { Timer } from './timeline.ts';

/** A moment in the life of a process that a history can name. */
export type MomentKind = 'write' | 'sync' | 'request' | 'answer';

export interface Start {
  /** The name of its job, if it has one. */
  name?: string;
  argv: readonly string[];
  /** What a person answers, one question after the other: then stdin and stderr are a terminal. Without it they are pipes. */
  answers?: readonly string[] | undefined;
  /** What is written to it after each line of stdout, and at first after none; null ends its input. */
  converse?: ((line: string) => string | null | undefined) | undefined;
  /** A program that makes these calls runs in place of the tool's command line. */
  program?: readonly LibraryCall[] | undefined;
  /** The client id in its environment, where it is not the usual one. */
  client?: string | undefined;
}

export type Ending = { kind: 'exit'; code: number } | { kind: 'killed' };

/** A process of the tool, as history and oracle see it. */
export interface Process {
  readonly start: Start;
  readonly stdout: string;
  readonly stderr: string;
  readonly ending: Ending | undefined;
  readonly isDead: boolean;
  readonly isSuspended: boolean;
  readonly wasSuspended: boolean;
  /** Whether somebody asked it to stop. */
  readonly wasSignalled: boolean;
  readonly began: number;
  readonly ended: number | undefined;
  /** The folders that it made, and when it made each last, in milliseconds that all processes of its machine count alike. */
  readonly folders: ReadonlyMap<string, number>;
  /** How often each kind of moment has come. */
  readonly moments: Readonly<Record<MomentKind, number>>;
  /** What it was told is on the disk after so many milliseconds: if it is killed before, the next one can't know it. */
  readonly recordsWithinMs: number;
  /** Called at each moment, before what it is the moment of. */
  onMoment: ((kind: MomentKind) => void) | undefined;
  onEnd: (() => void) | undefined;
  kill(): void;
  suspend(): void;
  wake(): void;
  signal(name: 'SIGINT' | 'SIGTERM'): void;
}

/** What a history goes by. */
export interface Time {
  /** Milliseconds since the beginning. */
  readonly now: number;
  /** How many events have happened. */
  readonly happened: number;
  after(milliseconds: number, owner: undefined, run: () => void): Timer;
  /** Lets something happen. False if nothing can. */
  advance(): Promise<boolean>;
}

/** What befalls the machine, and not a process. */
export type Trouble = { do: 'power' } | { do: 'disk'; free: number | 'enough' } | { do: 'clock'; ms: number };

/** Where the processes of a history run, with the disk that they share. */
export interface Machine {
  readonly timeline: Time;
  /** How long a command line may take, and until what was late has come for sure. */
  readonly longestMs: number;
  readonly calmMs: number;
  start(start: Start): Process;
  /** Writes a file where a person keeps theirs. */
  write(path: string, text: string): void;
  /** Reads one that the tool wrote there; undefined if there is none. */
  read(path: string): string | undefined;
  suffer(trouble: Trouble): void;
  /** The disk has room again. */
  clearUp(): void;
  close(): Promise<void>;
}
