import { TooLittleAddressSpace } from '../errors.ts';
import { walkModule } from './module.ts';
import { windowBytes } from './protocol.ts';
import { behindValues, byteKinds, steps } from './structure.ts';

/** A number that both sides read and write. */
interface Shared {
  value: number;
}

/** Walks over a feed's bytes, window by window, in WebAssembly: `assembly/walk.ts` says what each of these is. */
export interface Walker {
  input: Uint8Array;
  output: Uint8Array;
  state: Shared;
  entries: Readonly<Shared>;
  entryStart: Shared;
  read: Shared;
  written: Readonly<Shared>;
  lines: Readonly<Shared>;
  reset(): void;
  nextWindow(): void;
  walk(length: number): number;
  endEntry(): void;
}

/** What the module exports: its numbers, and the places of what is larger. */
type Exports = Omit<Walker, 'input' | 'output'> &
  Readonly<Record<'input' | 'output' | 'kinds' | 'steps' | 'behind', Shared>> & {
    memory: WebAssembly.Memory;
  };

let compiled: WebAssembly.Module | undefined;

/** Those that nobody uses: each reserves so much of the address space that there must not be many. */
const spares: Walker[] = [];

/** A walker for one feed, to be given back behind it. Fails with `TooLittleAddressSpace`. */
export const takeWalker = (): Walker => spares.pop() ?? createWalker();

export const giveBack = (walker: Walker): void => {
  walker.reset();
  spares.push(walker);
};

/** Around the little memory of an instance 10 GB are reserved, so that it need not look where it reads. */
const instanceOf = (module: WebAssembly.Module): { exports: Exports } => {
  try {
    return new WebAssembly.Instance(module) as unknown as { exports: Exports };
  } catch (cause) {
    throw new TooLittleAddressSpace({ cause });
  }
};

const createWalker = (): Walker => {
  compiled ??= new WebAssembly.Module(Buffer.from(walkModule, 'base64'));
  const { exports } = instanceOf(compiled);
  const memory = new Uint8Array(exports.memory.buffer);
  const window = ({ value: place }: Shared) => memory.subarray(place, place + windowBytes);
  memory.set(byteKinds(), exports.kinds.value);
  memory.set(steps(), exports.steps.value);
  memory.set(behindValues(), exports.behind.value);
  return { ...exports, input: window(exports.input), output: window(exports.output) };
};
