import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import { whole } from '../faults/wire.ts';
import { answering } from './answers.ts';
import type { Fuzzer } from './fuzzer.ts';

interface Page {
  ids: string[];
  hasNextPage: boolean;
  endCursor: string | null | undefined;
}

const page = fc.record<Page>({
  ids: fc.array(fc.nat(5).map(idOf), { maxLength: 4 }),
  hasNextPage: fc.boolean(),
  endCursor: fc.constantFrom('a', 'b', 'c', '?&=', '', null, undefined),
});

/** Which listings there are to be printed, and whether that is all of them. */
const expected = (pages: readonly Page[]): { ids: string[]; isWhole: boolean } => {
  const ids = new Set<string>();
  const cursors = new Set<string>();
  for (let at = 0; ; at++) {
    const now = pages[Math.min(at, pages.length - 1)] as Page;
    for (const id of now.ids) ids.add(id);
    if (!now.hasNextPage) return { ids: [...ids], isWhole: true };
    if (!now.endCursor || cursors.has(now.endCursor)) return { ids: [...ids], isWhole: false };
    cursors.add(now.endCursor);
  }
};

/** Wherever the cursors lead, no listing is printed twice, and no short list passes for a whole one. */
export const cursors: Fuzzer = {
  name: 'cursors',
  share: 0.1,
  law: (place) =>
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 6 }), async (pages) => {
      let asked = 0;
      answering(place, 'read', () => {
        const { ids, ...pageInfo } = pages[Math.min(asked++, pages.length - 1)] as Page;
        return whole(
          200,
          JSON.stringify({ listings: ids.map((id) => ({ id, availableInventory: 1 })), pageInfo }),
        );
      });
      const { exitCode, stdout } = await place.keepsManners([
        'listings',
        'list',
        '-o',
        'ndjson',
        '--max-retries',
        '0',
      ]);
      const wanted = expected(pages);
      const printed = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { id: string }).id);
      if (printed.join() !== wanted.ids.join() || exitCode !== (wanted.isWhole ? 0 : 1))
        throw new Error(`exit code ${exitCode}, printed ${printed.join()} in place of ${wanted.ids.join()}`);
    }),
};
