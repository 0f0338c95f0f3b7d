import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The lines of the README that are shown without what they print: what of each stands behind `resale`. */
const lines = [...readFileSync('README.md', 'utf8').matchAll(/```(?:sh|yaml)\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .flatMap((line) => /(?:^|[|'] ?|-j 8 )resale (.+?)(?: +# .*| \| .*| ::: .*|'\])?$/.exec(line)?.[1] ?? []);

it('finds them', () => {
  expect(lines.length).toBeGreaterThan(12);
});

// What starts servers and programs, or never ends, is asked for as a dry run.
const shortened = (line: string): string =>
  line.replace(/^(sandbox (?:start|exec)|feed watch)/, '$1 --dry-run');

it.each(lines)('resale %s (understood)', async (line) => {
  const { env } = await sandboxed();
  const cwd = temporaryFolder();
  await writeFile(join(cwd, 'stock.csv'), 'externalIdentifier,quantity\nRETURN-000001,7\n');
  const places = { RESALE_CONFIG_DIR: join(cwd, 'config'), RESALE_STATE_DIR: join(cwd, 'state'), HOME: cwd };
  const real = shortened(line)
    .replace('/data/', '')
    .replace(/(?:\{\}|\$\(\(.*?\)\))\/8/, '1/8');
  const { stderr } = await resale(real, {
    env: { ...env, ...places, SHELL: '/bin/bash' },
    cwd,
    // What asks for everything is typed where someone is there.
    ...(/^(?:init|profiles add outlet)$/.test(line)
      ? { terminal: 100, typed: '' }
      : { stdin: 'a-key-of-the-password-manager' }),
  });
  expect(stderr).not.toMatch(
    /unknown (?:command|option)|too many arguments|needs a value|given twice|is missing|must be|does not go with (?!this command, which)/i,
  );
});
