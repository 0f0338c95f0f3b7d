import { fileURLToPath } from 'node:url';

/** What a tool can do wrong: each is a file beside this one, started in place of bin/resale.js. */
export type Misbehaviour = 'sends-again' | 'journal-lags' | 'skips-syncs';

/** The file that starts the built tool so that it misbehaves: a test that is told to judge it has to object. */
export const misbehaving = (how: Misbehaviour): string =>
  fileURLToPath(new URL(`${how}.js`, import.meta.url));
