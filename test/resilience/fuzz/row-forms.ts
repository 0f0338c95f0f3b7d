import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import type { Fuzzer } from './fuzzer.ts';
import { oddText } from './odd.ts';

// What has no form in UTF-8 stands in no file; in CSV what is empty is not there, and a zero byte tells of UTF-16.
const isWritable = (text: string): boolean => text !== '' && !text.includes('\0') && !/\p{Cs}/u.test(text);

/** Rows that name a listing, as texts. */
const rows = fc.array(
  fc.record({
    externalIdentifier: fc.oneof(fc.constantFrom('external-1', idOf(2)), oddText.filter(isWritable)),
    quantity: fc.constantFrom('3', '0', '-1', '+5', '1e3'),
  }),
  { minLength: 1, maxLength: 5 },
);

type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

const names = ['externalIdentifier', 'quantity'] as const;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const csv = (all: Rows, delimiter: string, end: string): string =>
  [names, ...all.map((row) => names.map((name) => quoted(row[name])))]
    .map((cells) => `${cells.join(delimiter)}${end}`)
    .join('');

/** The ways in which the same rows can be written. */
const forms: Record<string, (all: Rows) => string> = {
  'CSV with ;': (all) => csv(all, ';', '\n'),
  'CSV with tabs': (all) => csv(all, '\t', '\r\n'),
  'CSV with a mark': (all) => `\ufeff${csv(all, ',', '\n')}`,
  NDJSON: (all) => all.map((row) => `${JSON.stringify(row)}\n`).join(''),
  'a JSON array': (all) => JSON.stringify(all, undefined, 1),
};

/** However the same rows are written, the same is planned, and the same is wrong with them. */
export const rowForms: Fuzzer = {
  name: 'row forms',
  share: 0.05,
  law: ({ keepsManners }) =>
    fc.asyncProperty(rows, fc.constantFrom(...Object.keys(forms)), async (all, form) => {
      const planned = async (text: string) => {
        const argv = ['inventory', 'set', '--from', '-', '--dry-run', '--skip-invalid', '-o', 'ndjson'];
        const { exitCode, stdout } = await keepsManners(argv, Buffer.from(text));
        return `${exitCode} ${stdout.replace(/"(line|row)":\d+,| \(by its quotation marks,[^)]*\)/g, '')}`;
      };
      const wanted = await planned(csv(all, ',', '\n'));
      const got = await planned(forms[form]?.(all) ?? '');
      if (got !== wanted) throw new Error(`${got} in place of ${wanted}`);
    }),
};
