import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { bin } from '../support/built.ts';
import { start } from '../torture/tool.ts';
import { unmannerly } from './manners.ts';
import { onPremises } from './premises.ts';
import { idOf } from './scenes.ts';
import { canaries } from './shop.ts';

vi.setConfig({ maxConcurrency: 4 });

const id = idOf(0);

const reads = [
  'listings list',
  'listings list -o csv',
  'listings list -o table',
  `listings get ${id}`,
  'shops lookup meadow.example',
  'feed fetch',
  'feed fetch -o ndjson',
  'feed fetch --link',
  'feed stats',
  `api GET /v1/listings/${id}`,
  'runs list',
];

/** Changes, and how many entries each makes in the books. */
const changes: readonly (readonly [line: string, entries: number])[] = [
  [`inventory set ${id} 9`, 1],
  [`inventory adjust ${id} 1`, 1],
  [`listings close ${id} --yes`, 1],
  [`grade ${id} --condition good`, 1],
  [`api PUT /v1/listings/${id}/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`, 1],
  ['inventory set --from rows.csv', 2],
];

/** Streams that are closed or full, and the exit code that is true then. */
const streams: readonly (readonly [stream: string, code: number])[] = [
  ['<&-', 0],
  ['>&-', 0],
  ['2>&-', 0],
  ['<&- >&- 2>&-', 0],
  ['> /dev/full', 1],
  ['2> /dev/full', 0],
  ['| head -c 1', 0],
];

const runWith = (line: string, stream: string) =>
  onPremises(async ({ shop, home, env }) => {
    await writeFile(join(home, 'rows.csv'), `id,quantity\n${idOf(0)},20\n${idOf(1)},21\n`);
    const script = `set -o pipefail; "$0" "$1" ${line} ${stream}`;
    const program = ['bash', '-c', script, process.execPath, bin];
    const ended = await start({ program, cwd: home, env }).ended;
    const misses = unmannerly(ended, [canaries.clientId, canaries.apiKey]);
    return { exitCode: ended.exitCode, misses, entries: shop.ledger.entries().length };
  });

describe.concurrent('a read', () => {
  test.each(reads.flatMap((line) => streams.map(([stream, code]) => [line, stream, code] as const)))(
    'resale %s %s: exit code %i',
    { timeout: 60_000 },
    async (line, stream, code) => {
      expect(await runWith(line, stream)).toMatchObject({ exitCode: code, misses: [] });
    },
  );
});

describe.concurrent('a change is made once, and its exit code is true', () => {
  const cases = changes.flatMap(([line, entries]) =>
    streams.map(([stream, code]) => [line, stream, code, entries] as const),
  );
  test.each(cases)('resale %s %s: exit code %i', { timeout: 60_000 }, async (line, stream, code, entries) => {
    expect(await runWith(line, stream)).toMatchObject({ exitCode: code, entries, misses: [] });
  });
});
