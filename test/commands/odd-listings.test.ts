import { describe, expect, test } from 'vitest';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { errorOf, resale } from '../support/resale.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const idOf = (number: number) => `7d0f5a32-8c1e-4b8e-9a57-${String(number).padStart(12, '0')}`;
const good = idOf(1);
const odd = idOf(2);

/** A service whose list holds a listing as it should be, and others as they are written here. Changes are confirmed. */
const service = async (...others: readonly string[]) => {
  const changes: string[] = [];
  const listing = `{"id":"${good}","state":"OPEN","sku":"A","availableInventory":3,"externalIdentifier":"A"}`;
  const list = `{"listings":[${[...others, listing].join(',')}],"pageInfo":{"hasNextPage":false,"endCursor":null}}`;
  const { url } = await startRawHost((socket, request) => {
    const [, method, path = '', id] = /^(\w+) (\/v1\/listings(?:\/([\w-]+))?)/.exec(request) ?? [];
    if (method === 'GET')
      return say(wire(200, id && id !== good ? (others[0] ?? listing) : id ? listing : list))(
        socket,
        request,
      );
    const { newInventory } = JSON.parse(request.split('\r\n\r\n')[1] ?? '');
    changes.push(`${path} ${newInventory}`);
    socket.end(wire(200, JSON.stringify({ id, availableInventory: newInventory })));
  });
  const env = {
    RESALE_BASE_URL: url,
    ...canaryKeys,
    RESALE_STATE_DIR: temporaryFolder(),
  };
  return { env, changes };
};

const listed = (inventory: string, id = `"${odd}"`) =>
  `{"id":${id},"state":"OPEN","sku":"B","availableInventory":${inventory},"externalIdentifier":"B"}`;

/** What stands for an inventory in the list, or for an identifier, and what is said of the row. */
const faults: [string, string, message: RegExp][] = [
  ['a negative inventory', listed('-3'), /says that -3 of the sku B are for sale, which is no inventory$/],
  ['half an item', listed('1.5'), /says that 1\.5 of /],
  [
    'more than can be counted',
    listed('9007199254740993'),
    /^the inventory of the sku B is too large to be changed$/,
  ],
  ['more than can be counted, though exactly', listed('10000000000000000000'), /too large/],
  ['an endless number', listed('1e400'), /too large/],
  ['a text', listed('"5"'), /does not say how many/],
  ['null', listed('null'), /does not say how many/],
  ['an object', listed('{}'), /does not say how many/],
  ['no identifier', listed('5', 'null'), /^the list has no UUID for the listing with the sku B$/],
  ['a number for an identifier', listed('5', '7'), /^the list has no UUID/],
  ['an identifier that is no UUID', listed('5', '"x"'), /^the list has no UUID/],
];

describe.each(faults)('a listing with %s in the list', (_, other, message) => {
  test('is a fault of its own row', async () => {
    const { env, changes } = await service(other);
    const stdin = 'sku,quantity\nA,5\nB,6\n';
    const strict = await resale('inventory set --from -', { env, stdin });
    expect([strict.exitCode, errorOf(strict).code, changes]).toEqual([2, 'invalid-rows', []]);
    const { exitCode, stdout } = await resale('inventory set --from - --skip-invalid', { env, stdin });
    expect([exitCode, changes]).toEqual([6, [`/v1/listings/${good} 5`]]);
    const reports = JSON.parse(stdout).sort((a: { line: number }, b: { line: number }) => a.line - b.line);
    expect(reports).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'refused', error: { message: expect.stringMatching(message) } },
    ]);
    const runs = JSON.parse((await resale('runs list', { env })).stdout);
    expect(runs).toMatchObject([{ state: 'failed' }]);
  });

  test('is no fault of others', async () => {
    const { env, changes } = await service(other, 'null', '7', '[]');
    const { exitCode } = await resale('inventory adjust --from -', { env, stdin: 'sku,delta\nA,2\n' });
    expect([exitCode, changes]).toEqual([0, [`/v1/listings/${good} 5`]]);
  });
});

test.each([
  ['-3', 'is -3, below 0'],
  ['1.5', 'must be an integer'],
  ['"5"', 'must be a number'],
  ['null', 'must be a number, not null'],
  ['9007199254740993', 'is 9007199254740993, too large to be changed'],
])('an inventory of %s ends a single command with 1, and nothing is sent', async (inventory, why) => {
  for (const line of [
    `inventory set ${odd} 5`,
    `inventory adjust ${odd} -1`,
    `listings close ${odd} --yes`,
  ]) {
    const { env, changes } = await service(listed(inventory));
    const screen = await resale(line, { env });
    expect([screen.exitCode, errorOf(screen).code, changes]).toEqual([1, 'bad-answer', []]);
    expect(errorOf(screen).message).toContain(`$.availableInventory ${why}`);
  }
});

describe.each(faults.map(([name, other]) => [name, other]))(
  'a listing with %s elsewhere in the list',
  (_, other) => {
    test.each([
      'listings get --sku A',
      'inventory set 5 --sku A',
      'inventory adjust 2 --exact --external-id A',
    ])('does not matter to %s', async (line) => {
      const { env, changes } = await service(other, 'null', '7', '[]');
      const { exitCode, stdout, stderr } = await resale(line, { env });
      expect([exitCode, stderr]).toEqual([0, '']);
      expect([JSON.parse(stdout)].flat()).toMatchObject([{ id: good }]);
      expect(changes).toEqual(line.startsWith('inventory') ? [`/v1/listings/${good} 5`] : []);
    });
  },
);

test.each([
  ['"5"', 'The answer is not as documented: $.listings[1].availableInventory must be a number'],
  ['1.5', 'The answer is not as documented: $.listings[1].availableInventory must be an integer'],
])('an inventory of %s of the listing that was asked for is an error', async (inventory, message) => {
  const { env } = await service('{"id":7}', listed(inventory));
  const screen = await resale('listings get --sku B', { env });
  expect([screen.exitCode, screen.stdout, errorOf(screen)]).toMatchObject([1, '', { code: 'bad-answer' }]);
  expect(errorOf(screen).message).toContain(message);
});

test.each(['listings get --sku A', 'inventory set 5 --sku A', 'listings close --external-id A --yes'])(
  '%s: a listing that the list has twice is one',
  async (line) => {
    const { env } = await service(
      `{"id":"${good}","state":"OPEN","sku":"A","availableInventory":3,"externalIdentifier":"A"}`,
    );
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, [JSON.parse(stdout)].flat()]).toEqual([0, [expect.objectContaining({ id: good })]]);
  },
);

test('an identifier that is no UUID is not used for a change', async () => {
  const { env, changes } = await service(listed('5', '"../x"'));
  const screen = await resale('inventory set 3 --sku B', { env });
  expect([screen.exitCode, errorOf(screen).message, changes]).toEqual([
    1,
    'The list has no UUID for the listing with the SKU B.',
    [],
  ]);
});

test.each(['9007199254740993', '10000000000000000000', '-1'])(
  'an inventory of %s is shown digit by digit where it is only read',
  async (inventory) => {
    const { env } = await service(listed(inventory));
    for (const line of [
      `listings get ${odd}`,
      'listings list',
      'listings get --sku B',
      'listings list -o csv',
    ]) {
      const { exitCode, stdout } = await resale(line, { env });
      expect([line, exitCode]).toEqual([line, 0]);
      expect(stdout).toMatch(new RegExp(`(: |,)${inventory},`));
    }
  },
);

test('a change beyond what can be counted is a fault of its row', async () => {
  const { env, changes } = await service(listed('9007199254740991'));
  const stdin = 'sku,delta\nA,2\nB,1\n';
  const { exitCode, stdout } = await resale('inventory adjust --from - --skip-invalid', { env, stdin });
  expect([exitCode, changes]).toEqual([6, [`/v1/listings/${good} 5`]]);
  expect(stdout).toContain('"code": "too-large"');
  const alone = await resale(`inventory adjust ${odd} 1 --exact`, { env });
  expect([alone.exitCode, errorOf(alone).code]).toEqual([2, 'too-large']);
});

test('what a listing says in the middle of a run ends its row, and not the run', async () => {
  const body = (inventory: number) => `{"id":"${odd}","state":"OPEN","availableInventory":${inventory}}`;
  const list = `{"listings":[${listed('3')},${listed('3', `"${good}"`).replaceAll('B', 'A')}],"pageInfo":{"hasNextPage":false}}`;
  const { url } = await startRawHost((socket, request) => {
    const ofOdd = request.includes(odd);
    const changed = ofOdd
      ? wire(409, '{"error":"It has changed."}')
      : wire(200, `{"id":"${good}","availableInventory":5}`);
    socket.end(request.startsWith('PUT') ? changed : wire(200, ofOdd ? body(-3) : list));
  });
  const env = { ...(await service()).env, RESALE_BASE_URL: url };
  const line = 'inventory set --from - --on-conflict retry --concurrency 1';
  const { exitCode, stdout } = await resale(line, { env, stdin: 'sku,quantity\nA,5\nB,6\n' });
  expect(JSON.parse(stdout)).toMatchObject([{ outcome: 'applied' }, { outcome: 'unknown' }]);
  expect(exitCode).toBe(8);
  expect(JSON.parse((await resale('runs list', { env })).stdout)).toMatchObject([{ state: 'unresolved' }]);
});

test('a card on a narrow screen breaks a long text, so that no line is wider; an identifier stays whole', async () => {
  const sku = 'S'.repeat(300);
  const { env } = await service(`{"id":"${odd}","state":"OPEN","sku":"${sku}","availableInventory":3}`);
  const { stdout } = await resale('listings list -o table', { env: { ...env, COLUMNS: '40' } });
  expect(stdout).toContain(odd);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(stdout.match(/S{10,}/g)?.join('')).toBe(sku);
});
