import { fc } from '../../support/properties.ts';
import type { AnswerFault, Meeting } from '../faults/fault.ts';
import { idOf } from '../faults/scenes.ts';
import type { RequestKind } from '../faults/shop.ts';
import { bodyOf, whole } from '../faults/wire.ts';
import type { Fuzzer, Place } from './fuzzer.ts';
import { mutated, mutations, oddValue } from './odd.ts';

/** What asks for something, and what of it is answered oddly. Nothing here waits for a change to come to rest. */
const lines: readonly (readonly [line: string, kind: RequestKind])[] = [
  ...['json', 'ndjson', 'csv', 'table'].map((format) => [`listings list -o ${format}`, 'read'] as const),
  ['listings list --count', 'read'],
  ['listings get --sku sku-1', 'read'],
  [`listings get ${idOf(1)} ${idOf(2)}`, 'read'],
  [`inventory set ${idOf(1)} 9`, 'read'],
  ['inventory set --from rows.csv --dry-run', 'read'],
  ['shops lookup meadow.example -o csv', 'read'],
  ['feed fetch --link', 'read'],
  ...['json', 'ndjson', 'csv', 'table'].map(
    (format) => [`feed fetch --refresh -o ${format}`, 'file'] as const,
  ),
  ['feed stats --refresh', 'file'],
  ['api GET /v1/listings', 'read'],
  [`grade ${idOf(1)} --condition good`, 'change'],
  [
    'listings create --shop-id s --condition good --source sku --product-id p --image https://a.invalid/1.jpg',
    'change',
  ],
];

const quick = '--timeout 5 --max-retries 0 --max-wait 0 --settle 0 --yes'.split(' ');

/** Has every request of a kind answered in one way. */
export const answering = (
  { shop }: Place,
  kind: RequestKind,
  answer: (meeting: Meeting) => Uint8Array,
): void => {
  const fault: AnswerFault = {
    group: 'fuzz',
    name: 'any answer',
    change: 'ambiguous',
    exits: [],
    answer: (socket, meeting) => void socket.end(answer(meeting)),
  };
  shop.attack = { fault, meets: (met) => met === kind, isApplied: false, roll: 0 };
};

const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }).filter((code) => code !== 204 && code !== 304) },
);

const headers = fc.constantFrom<Record<string, string>[]>(
  {},
  { 'Content-Type': 'text/plain' },
  { 'Content-Encoding': 'gzip' },
  { 'Retry-After': '0' },
  { ETag: '"a"' },
);

const body = fc.oneof(
  { weight: 5, arbitrary: mutations.map((changes) => (due: string) => Buffer.from(mutated(due, changes))) },
  { weight: 2, arbitrary: oddValue.map((value) => () => Buffer.from(JSON.stringify(value))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => () => Buffer.from(bytes)) },
);

/** Whatever the service answers, it is taken, or refused in words. */
export const answers: Fuzzer = {
  name: 'answers',
  share: 0.1,
  law: (place) =>
    fc.asyncProperty(
      fc.constantFrom(...lines),
      status,
      headers,
      body,
      async ([line, kind], code, more, made) => {
        answering(place, kind, ({ said }) => whole(code, made(bodyOf(said)), more));
        await place.keepsManners([...line.split(' '), ...quick]);
      },
    ),
};
