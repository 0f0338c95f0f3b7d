/** Something that can go wrong, and where it is met. */
export interface Entry {
  /** A letter for its kind and a number: `A1`. */
  number: string;
  what: string;
  /** Whether nobody should be given the tool without it. */
  isVital: boolean;
  how: 'met' | 'impossible' | 'left';
  /** What happens then, or why it can't, or why it is left. */
  answer: string;
  /** Files below test/, without their ending, and what stands in them as the name of a test or of one of its cases. */
  tests: readonly (readonly [file: string, title: string])[];
}

/** `client/not-sent: a test` → its file and its name. */
const parted = (test: string): readonly [string, string] => {
  const at = test.indexOf(': ');
  return [test.slice(0, at), test.slice(at + 2)];
};

const made =
  (how: Entry['how'], isVital: boolean) =>
  (number: string, what: string, answer: string, ...tests: string[]): Entry => ({
    number,
    what,
    isVital,
    how,
    answer,
    tests: tests.map(parted),
  });

/** Met, and it has to be. */
export const vital = made('met', true);
/** Met. */
export const met = made('met', false);
/** It can't happen here. */
export const impossible = made('impossible', false);
/** Not met so far. */
export const left = made('left', false);
