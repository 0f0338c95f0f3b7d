import { describe, expect, test } from 'vitest';
import { startRawHost, wire } from '../support/raw-host.ts';
import { errorOf, resale } from '../support/resale.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const deepAndOdd = `{"n":1.0,"in":${'{"a":'.repeat(20_000)}1.50${'}'.repeat(20_000)}}`;

/** A service that says yes to every change, in these words, and the changes that came. */
const saying = async (answer: string, type = 'application/json') => {
  const changes: string[] = [];
  const listing = `{"id":"${id}","state":"OPEN","availableInventory":3,"externalIdentifier":null}`;
  const { url } = await startRawHost((socket, request) => {
    const isRead = request.startsWith('GET');
    const list = `{"listings":[${listing}],"pageInfo":{"hasNextPage":false}}`;
    if (!isRead) changes.push(request.split('\r\n')[0] ?? '');
    const read = request.includes(id) ? listing : list;
    socket.end(wire(200, isRead ? read : answer, isRead ? {} : { 'Content-Type': type }));
  });
  const env = {
    RESALE_BASE_URL: url,
    ...canaryKeys,
    RESALE_STATE_DIR: temporaryFolder(),
  };
  return { env, changes };
};

const creation = `listings create --shop-id shop --condition good --source sku --product-id A --image https://images.example/1.jpg --settle 0`;
const grading = `grade ${id} --condition good --image https://images.example/1.jpg --settle 0`;

const lines: [what: string, line: string, fields: string, shown: object][] = [
  ['a creation', creation, `"id":"${id}","url":"x"`, { id, url: 'x' }],
  [
    'a change',
    `inventory set ${id} 5 --settle 0`,
    `"id":"${id}","availableInventory":5`,
    { id, outcome: 'applied' },
  ],
  [
    'an adjustment',
    `inventory adjust ${id} 2 --settle 0`,
    `"id":"${id}","availableInventory":5`,
    { id, after: 5 },
  ],
  [
    'a closing',
    `listings close ${id} --yes --settle 0`,
    `"id":"${id}","availableInventory":0`,
    { outcome: 'applied' },
  ],
];

describe.each(lines)('%s that is confirmed', (_, line, fields, shown) => {
  test.each([
    ['json', deep],
    ['json', deepAndOdd],
    ['ndjson', deep],
    ['yaml', deep],
    ['csv', deep],
    ['table', deep],
  ])('is shown as far as it can be, -o %s', async (format, extra) => {
    const { env, changes } = await saying(`{${fields},"extra":${extra}}`);
    const { exitCode, stdout, stderr } = await resale(`${line} -o ${format}`, { env });
    expect({ exitCode, changes: changes.length, stderr }).toEqual({
      exitCode: 0,
      changes: 1,
      stderr: expect.stringMatching(
        /The change was made\. Fields of its answer that are nested too deep to be shown: extra\.\n$/,
      ),
    });
    expect(stdout).toContain(id);
    if (format === 'json') expect(JSON.parse(stdout)).toMatchObject(shown);
  });

  test('is shown with whatever else was said', async () => {
    const { env } = await saying(
      `{${fields},"a":null,"b":[],"c":{"d":1e400},"__proto__":{"e":1},"f":"${'x'.repeat(100_000)}"}`,
    );
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, stdout.includes('1e400'), stdout.includes('"e": 1')]).toEqual([0, true, true]);
  });
});

test.each([
  ['no url', `{"id":"${id}"}`],
  ['null for a url', `{"id":"${id}","url":null}`],
  ['an object for a url', `{"id":"${id}","url":{"a":1}}`],
])('a creation whose answer has an id, and %s, is done: alone, and in a file', async (_, answer) => {
  const { env, changes } = await saying(answer);
  const { exitCode, stdout } = await resale(creation, { env });
  expect([exitCode, JSON.parse(stdout).id]).toEqual([0, id]);
  const row = {
    shopId: 's',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'A',
    externalIdentifier: 'A',
    images: [{ url: 'https://images.example/1.jpg' }],
  };
  const many = await resale('listings create --from - --settle 0', { env, stdin: JSON.stringify(row) });
  expect([many.exitCode, JSON.parse(many.stdout)]).toMatchObject([0, [{ id, outcome: 'applied' }]]);
  expect(changes).toHaveLength(2);
});

test.each([
  ['no id', '{"url":"x"}'],
  ['an id of blanks', '{"id":" ","url":"x"}'],
  ['a number for an id', '{"id":7,"url":"x"}'],
  ['a list', '[]'],
  ['a text', '"created"'],
  ['no JSON', 'created'],
  ['nothing', ''],
])(
  'a creation whose answer is %s may have been made: exit code 8, and it is not sent again',
  async (_, answer) => {
    const { env, changes } = await saying(answer);
    const screen = await resale(creation, { env });
    expect([screen.exitCode, errorOf(screen).code, changes.length]).toEqual([8, 'unknown', 1]);
  },
);

describe('a grading that is confirmed', () => {
  test.each([
    ['json', `{"id":"${id}","condition":"GOOD","extra":${deep}}`],
    ['yaml', `{"id":"${id}","condition":"GOOD","extra":${deep}}`],
    ['table', `{"id":"${id}","condition":7,"notes":{},"images":"none"}`],
    ['csv', `{"id":"${id}","images":[null]}`],
    ['json', `{"id":"${id}","images":[{"url":7}]}`],
  ])('is shown as far as it can be, -o %s %s', async (format, item) => {
    const { env, changes } = await saying(`{"items":[${item}],"more":${deep}}`);
    const { exitCode, stdout } = await resale(`${grading} -o ${format}`, { env });
    expect([exitCode, changes.length]).toEqual([0, 1]);
    expect(stdout).toContain(id);
  });

  test.each(['{"items":[]}', '{"items":[null]}', '{}', '[]', 'yes'])(
    'as %s says nothing of it: exit code 8',
    async (answer) => {
      const { env } = await saying(answer);
      expect((await resale(grading, { env })).exitCode).toBe(8);
    },
  );
});

test.each(['json', 'yaml', 'csv', 'table'])(
  'a change of resale api with a deep answer is printed, -o %s',
  async (format) => {
    const { env } = await saying(`{"id":"${id}","extra":${deep}}`);
    const { exitCode, stdout } = await resale(`api POST /v1/listings -o ${format}`, { env });
    expect([exitCode, stdout]).toEqual([0, `{"id":"${id}","extra":${deep}}\n`]);
  },
);
