import { describe, expect, test } from 'vitest';
import { startRawHost, wire } from '../support/raw-host.ts';
import { errorOf, resale } from '../support/resale.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const other = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e65';
const stranger = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e66';
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const deepAndOdd = `{"n":1.0,"in":${'{"a":'.repeat(20_000)}1.50${'}'.repeat(20_000)}}`;

/**
 * A service that says yes to every change, in these words, and the changes that came. After a change, its list has the
 * listing `found`, or is refused.
 */
const saying = async (answer: string, type = 'application/json', found?: string) => {
  const changes: string[] = [];
  const listing = `{"id":"${id}","state":"OPEN","availableInventory":3,"externalIdentifier":null}`;
  const { url } = await startRawHost((socket, request) => {
    const isRead = request.startsWith('GET');
    const listed = changes.length === 0 ? listing : found;
    const list = `{"listings":[${listed ?? '"none"'}],"pageInfo":{"hasNextPage":false}}`;
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
const creationRow = (externalIdentifier: string): string =>
  JSON.stringify({
    shopId: 's',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'A',
    externalIdentifier,
    images: [{ url: 'https://images.example/1.jpg' }],
  });
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
        /The change was made\. Some fields of the answer are nested too deep to be shown: extra\.\n$/,
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
  const many = await resale('listings create --from - --settle 0', { env, stdin: creationRow('A') });
  expect([many.exitCode, JSON.parse(many.stdout)]).toMatchObject([0, [{ id, outcome: 'applied' }]]);
  expect(changes).toHaveLength(2);
});

test.each([
  [`{"id":"${id}"}`, '$.url is missing'],
  [`{"id":"${id}","url":""}`, '$.url must not be empty'],
  ['{"id":"L-1","url":"x"}', '$.id must be a UUID, such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64'],
])('a creation is done, and what is odd about its answer is told: %s', async (answer, oddity) => {
  const { env } = await saying(answer);
  const { exitCode, stderr } = await resale(creation, { env });
  expect([exitCode, stderr]).toEqual([
    0,
    `The change was made, but its answer is not as documented: ${oddity}.\n`,
  ]);
  const many = await resale('listings create --from - --settle 0 -o csv', { env, stdin: creationRow('A') });
  expect([many.exitCode, many.stderr]).toEqual([
    0,
    expect.stringContaining(
      `1 row was applied with an answer that is not as documented; line 1: ${oddity}.\n`,
    ),
  ]);
});

test.each([
  [
    'not confirmed',
    undefined,
    {
      outcome: 'unknown',
      id: null,
      error: {
        message: `Creating the listing B was sent but not confirmed: the answer names a listing that another row has created (${id}); the list could not be searched for it`,
      },
    },
  ],
  ['looked for', `{"id":"${other}","externalIdentifier":"B"}`, { outcome: 'converged', id: other }],
])('a row whose answer names the listing of another row is %s', async (_, found, report) => {
  const { env, changes } = await saying(`{"id":"${id}","url":"x"}`, 'application/json', found);
  const stdin = `${creationRow('A')}\n${creationRow('B')}\n`;
  const { stdout } = await resale('listings create --from - --settle 0 --rate 1/s', { env, stdin });
  expect([changes.length, JSON.parse(stdout)]).toMatchObject([2, [{ outcome: 'applied', id }, report]]);
});

test.each([
  [2, 1, 'an inventory of 1, which a change by 2'],
  [-2, -3, 'an inventory of -3, which a change by -2'],
])('an adjustment by %i whose answer is %i is not confirmed', async (delta, after, detail) => {
  const { env, changes } = await saying(`{"id":"${id}","availableInventory":${after}}`);
  const screen = await resale(`inventory adjust ${id} --yes --settle 0 -- ${delta}`, { env });
  expect([screen.exitCode, changes.length, errorOf(screen).message]).toEqual([
    8,
    1,
    expect.stringContaining(`the answer gives ${detail} can't lead to; `),
  ]);
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

  test('is shown, and what is odd about its answer is told', async () => {
    const { env } = await saying(`{"items":[{"id":"${id}","condition":5}]}`);
    const { exitCode, stderr } = await resale(grading, { env });
    expect([exitCode, stderr]).toEqual([
      0,
      'The change was made, but its answer is not as documented: $.items[0].condition must be a string.\n',
    ]);
  });

  test('is shown without the strangers that the answer names', async () => {
    const { env } = await saying(`{"items":[{"id":"${stranger}"},{"id":"${id}"},{"id":"${id}"}]}`);
    const { exitCode, stdout, stderr } = await resale(grading, { env });
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([
      0,
      { id },
      'The change was made, but its answer is not as documented: $.items has 3 items, of which 1 was to be graded.\n',
    ]);
  });

  test.each([
    ['only the first', `[{"id":"${id.toUpperCase()}"}]`],
    ['the first, and a stranger', `[{"id":"${id}"},{"id":"${stranger}"}]`],
    ['the first twice', `[{"id":"${id}"},{"id":"${id}"}]`],
    ['the first, and an item without an id', `[{"id":"${id}"},{"condition":"GOOD"}]`],
  ])('as a file is done only for the rows that the answer names: %s', async (_, items) => {
    const { env, changes } = await saying(`{"items":${items}}`);
    const stdin = `id,condition\n${id},GOOD\n${other},EXCELLENT\n`;
    const { exitCode, stdout } = await resale('grade --from - --settle 0', { env, stdin });
    expect([exitCode, changes.length, JSON.parse(stdout)]).toMatchObject([
      8,
      1,
      [
        { id, outcome: 'applied', condition: 'GOOD', error: null },
        {
          id: other,
          outcome: 'unknown',
          condition: null,
          error: {
            code: 'unknown',
            message: `Grading ${other} was sent but not confirmed: the answer does not name it; grades can't be read back from the service`,
          },
        },
      ],
    ]);
  });

  test.each([
    '{"items":[]}',
    '{"items":[null]}',
    '{}',
    '[]',
    'yes',
    `{"items":[{"id":"${stranger}","condition":"GOOD"}]}`,
    '{"items":[{"condition":"GOOD"}]}',
    '{"items":[{"id":7,"condition":"GOOD"}]}',
  ])('as %s says nothing of it: exit code 8', async (answer) => {
    const { env } = await saying(answer);
    expect((await resale(grading, { env })).exitCode).toBe(8);
  });
});

test.each(['json', 'yaml', 'csv', 'table'])(
  'a change of resale api with a deep answer is printed, -o %s',
  async (format) => {
    const { env } = await saying(`{"id":"${id}","extra":${deep}}`);
    const { exitCode, stdout } = await resale(`api POST /v1/listings -o ${format}`, { env });
    expect([exitCode, stdout]).toEqual([0, `{"id":"${id}","extra":${deep}}\n`]);
  },
);

test.each([
  ['creation', creation],
  ['grading', grading],
  ['reading', `listings get ${id}`],
  ['request to create', 'api POST /v1/listings'],
])('a %s that is refused with 409 is no conflict about an inventory', async (_, line) => {
  const { url } = await startRawHost((socket) => socket.end(wire(409, '{"error":"It is being moved."}')));
  const { env } = await saying('');
  const screen = await resale(line, { env: { ...env, RESALE_BASE_URL: url } });
  expect([screen.exitCode, errorOf(screen)]).toMatchObject([
    1,
    { code: 'refused', status: 409, message: 'The service refused it (409): It is being moved.' },
  ]);
});

test('a request for a change of an inventory that is refused with 409 is one', async () => {
  const { url } = await startRawHost((socket) => socket.end(wire(409, '{"error":"It is 3."}')));
  const { env } = await saying('');
  const screen = await resale(`api PUT /v1/listings/${id}/inventory`, {
    env: { ...env, RESALE_BASE_URL: url },
  });
  expect([screen.exitCode, errorOf(screen).message]).toEqual([5, 'It is 3.']);
});
