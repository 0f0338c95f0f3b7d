import { TooLittleAddressSpace } from '../errors.ts';
import { lexemeTable } from './lexemes.ts';
import { walkModule } from './module.ts';
import { outputBytes, windowBytes } from './protocol.ts';
import { behindValues, byteKinds, stepTable } from './structure.ts';

/** A number that both sides can read and write. */
interface Shared {
  value: number;
}

/** Walks over a feed's bytes, window by window, in WebAssembly. `assembly/walk.ts` says what each of these is. */
interface Walker {
  input: Buffer;
  output: Buffer;
  state: Shared;
  lexeme: Readonly<Shared>;
  entries: Shared;
  entryStart: Shared;
  read: Shared;
  written: Readonly<Shared>;
  lines: Readonly<Shared>;
  reset(): void;
  nextWindow(): void;
  walk(length: number): number;
  endEntry(): void;
}

/** What the module exports: its numbers, and the places of its tables. */
type Exports = Omit<Walker, 'input' | 'output'> &
  Readonly<Record<'input' | 'output' | 'kinds' | 'steps' | 'behind' | 'lexemes', Shared>> & {
    memory: WebAssembly.Memory;
  };

let compiled: WebAssembly.Module | undefined;

/** Walkers that are free. They are reused, since each reserves much of the address space. */
const spares: Walker[] = [];

/** Takes a walker for one feed, to be given back afterwards. Fails with `TooLittleAddressSpace`. */
export const takeWalker = (): Walker => spares.pop() ?? createWalker();

/** Makes a walker available for the next feed. */
export const giveBack = (walker: Walker): void => {
  walker.reset();
  spares.push(walker);
};

/** V8 reserves 10 GB of addresses around an instance's small memory, so that its reads need no bounds checks. */
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
  const memory = Buffer.from(exports.memory.buffer);
  memory.set(byteKinds(), exports.kinds.value);
  memory.set(stepTable(), exports.steps.value);
  memory.set(behindValues(), exports.behind.value);
  memory.set(lexemeTable(), exports.lexemes.value);
  const window = ({ value: place }: Shared, length: number) => memory.subarray(place, place + length);
  return {
    ...exports,
    input: window(exports.input, windowBytes),
    output: window(exports.output, outputBytes),
  };
};
