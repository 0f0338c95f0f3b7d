import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../../src/words/resale-line.ts';
import { inShell, machine } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';
import { callsIn, canTrace, tracing } from '../../support/strace.ts';

const calls = 'write,fsync,fdatasync,ftruncate,mkdir,mkdirat,rename';

/** A sandbox, and a machine that runs the tool there under strace: each call is `name about`, in order. */
const watched = async () => {
  const { env } = await sandboxed({ listings: 3 });
  const on = machine();
  const state = join(on.home, 'state');
  const trace = join(on.home, 'trace');
  const run = async (line: string, input = '') => {
    const script = `${tracing(trace, { calls }).map(shellWord).join(' ')} resale ${line} > /dev/null`;
    const { exitCode } = await inShell(script, {
      on,
      input,
      env: { ...env, RESALE_STATE_DIR: state, RESALE_CACHE_DIR: state },
    });
    const seen = callsIn(trace)
      .filter(({ about, result }) => about.startsWith(state) && result >= 0)
      .map(
        ({ name, about }) => `${name} ${about.slice(state.length).replace(/\d{8}-\d{6}-[0-9a-f]{4}/, 'RUN')}`,
      );
    return { exitCode, seen };
  };
  return {
    run,
    journal: () => join(state, 'runs', readdirSync(join(state, 'runs'))[0] ?? '', 'journal.ndjson'),
  };
};

const rows = 'externalIdentifier,quantity\nRETURN-000001,7\nRETURN-000002,8\n';
const begin = 'inventory set --from - --yes';
const write = 'write /runs/RUN/journal.ndjson';

describe.runIf(canTrace)('before anything is written into the journal of a run', () => {
  test('the name of the run, the rows that came through a pipe, and the plan are on the disk', async () => {
    const { exitCode, seen } = await (await watched()).run(begin, rows);
    expect(exitCode).toBe(0);
    const before = seen.slice(0, seen.indexOf(write));
    expect(before.slice(before.indexOf('mkdir /runs/RUN'))).toContain('fsync /runs');
    // Each file is written beside its name, and takes the name once it is on the disk: the holder of the lock, the input, the plan.
    const written = before.filter((call) => /^write .*\.(part|plan)$/.test(call));
    const files = new Set(written.map((call) => call.split(' ')[1]));
    expect(files.size).toBe(3);
    for (const file of files)
      expect(before.slice(before.lastIndexOf(`write ${file}`))).toContain(`fsync ${file}`);
    expect(before.at(-1)).toBe('fsync /runs/RUN');
  });

  test('a record that was never finished is cut off for good', async () => {
    const { run, journal } = await watched();
    expect((await run(begin, rows)).exitCode).toBe(0);
    // The last record says that the run has ended: without it there is something to resume.
    writeFileSync(journal(), readFileSync(journal()).subarray(0, -10));
    const { exitCode, seen } = await run('runs resume --yes');
    expect(exitCode).toBe(0);
    const cut = seen.indexOf('ftruncate /runs/RUN/journal.ndjson');
    expect(cut).toBeGreaterThanOrEqual(0);
    expect(seen.slice(cut, seen.indexOf(write))).toContain('fdatasync /runs/RUN/journal.ndjson');
  });
});

test.runIf(canTrace)('a feed is on the disk before it has the name of one', async () => {
  const { exitCode, seen } = await (await watched()).run('feed fetch');
  expect(exitCode).toBe(0);
  const ofPart = seen.filter((call) => call.includes('/part-')).map((call) => call.split(' ')[0]);
  expect(ofPart.slice(ofPart.lastIndexOf('write'))).toEqual(['write', 'fsync', 'rename']);
});
