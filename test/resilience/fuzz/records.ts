import { stripVTControlCharacters } from 'node:util';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { fc } from '../../support/properties.ts';
import type { Fuzzer } from './fuzzer.ts';
import { listed, type OddListings, oddListings } from './listings.ts';

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

const isSame = (got: unknown, wanted: unknown): void => {
  const [one, other] = [got, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} in place of ${other}`);
};

/** What each format must show of any records. */
const shows: Record<string, (said: string, all: OddListings) => void> = {
  json: (said, all) => isSame(JSON.parse(said), all),
  ndjson: (said, all) =>
    isSame(
      linesOf(said).map((line) => JSON.parse(line)),
      all,
    ),
  // Some parsers of YAML refuse half of a surrogate pair, even as an escape.
  yaml: (said, all) =>
    isSame(parseYaml(said), JSON.parse(JSON.stringify(all).replaceAll(/\\ud[89a-f]../g, '\ufffd'))),
  csv(said, all) {
    const rows = parseCsv(said, { columns: true }) as Record<string, string>[];
    isSame(
      rows.map(({ id }) => id),
      all.map(({ id }) => id),
    );
    const formula = rows.flatMap((row) => Object.values(row)).find((cell) => /^[=+@\t\r]/.test(cell));
    if (formula !== undefined) throw new Error(`a spreadsheet would run ${formula}`);
  },
  table(said, all) {
    isSame(linesOf(said).length, all.length + 1);
    if (stripVTControlCharacters(said) !== said) throw new Error('it acts on the terminal');
  },
};

/** Whatever a service says of its listings, each format shows all of them, whole and harmless. */
export const records: Fuzzer = {
  name: 'records',
  share: 0.15,
  law: (place) =>
    fc.asyncProperty(fc.constantFrom(...Object.keys(shows)), oddListings, async (format, all) => {
      const { exitCode, stdout } = await listed(place, all, ['-o', format]);
      if (exitCode !== 0) throw new Error(`exit code ${exitCode}`);
      shows[format]?.(stdout, all);
    }),
};
