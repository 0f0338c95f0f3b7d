import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../../src/profiles/keys/credentials.ts';
import { leapingClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A configuration directory with these files in it, as the tool would have made it. */
export const configuration = (files: Readonly<Record<string, unknown>> = {}): string => {
  const directory = join(temporaryFolder(), 'resale');
  mkdirSync(directory, { mode: 0o700 });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content), {
      mode: 0o600,
    });
  return directory;
};

/** The process as a profile sees it, which started the built tool. */
export const around = (env: Readonly<Record<string, string | undefined>>): Surroundings => ({
  env,
  self: [process.execPath, join(import.meta.dirname, '../../bin/resale.js')],
  clock: leapingClock(),
  interruption: new AbortController().signal,
});
