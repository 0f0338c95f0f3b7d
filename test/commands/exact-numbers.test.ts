import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRawHost, wire } from '../support/raw-host.ts';
import { resale } from '../support/resale.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const listing = `{"id":"${id}","state":"OPEN","availableInventory":3.0,"price":2.50,"weight":1E5,"more":{"zero":-0,"large":12345678901234567890,"list":[1.0,{"x":1e-7}]}}`;

/** A service that answers in its own spelling, and the bodies that it was sent. */
const service = async () => {
  const bodies: string[] = [];
  const { url } = await startRawHost((socket, request) => {
    const [line = '', body = ''] = [request.split('\r\n')[0], request.split('\r\n\r\n')[1]];
    if (body) bodies.push(body);
    const answer = line.startsWith('PUT')
      ? `{"id":"${id}","availableInventory":5.0,"price":2.50}`
      : line.includes(id)
        ? listing
        : line.includes('/shops')
          ? '[{"serviceShopName":"Second Meadow","rating":4.50}]'
          : `{"listings":[${listing}],"pageInfo":{"hasNextPage":false,"endCursor":null}}`;
    socket.end(wire(200, answer));
  });
  const env = {
    RESALE_BASE_URL: url,
    ...canaryKeys,
  };
  return { env, bodies };
};

const bare = (text: string) => text.replace(/\s/g, '');

describe('each number of the service is shown as the service wrote it', () => {
  test.each([
    [`listings get ${id}`, listing],
    [`listings get ${id} ${id}`, `[${listing}]`],
    ['listings list', `[${listing}]`],
    ['listings list -o ndjson', listing],
    [
      `listings get ${id} --fields availableInventory,more.list,more.zero`,
      '{"availableInventory":3.0,"more":{"list":[1.0,{"x":1e-7}],"zero":-0}}',
    ],
    ['listings list -o ndjson --fields price,weight', '{"price":2.50,"weight":1E5}'],
    ['shops lookup shop.example', '[{"serviceShopName":"SecondMeadow","rating":4.50}]'],
    [`api GET /v1/listings/${id}`, listing],
    [`api GET /v1/listings/${id} --fields price`, '{"price":2.50}'],
    [`api GET /v1/listings/${id} -o ndjson`, listing],
    [
      `inventory set ${id} 5`,
      `{"id":"${id}","availableInventory":5.0,"price":2.50,"outcome":"applied","before":3,"after":5}`,
    ],
    [`inventory adjust ${id} 2 --fields availableInventory,after`, '{"availableInventory":5.0,"after":5}'],
  ])('resale %s', async (line, shown) => {
    const { env } = await service();
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, bare(stdout)]).toEqual([0, bare(shown)]);
  });

  test('in YAML, as both of its versions read numbers', async () => {
    const { env } = await service();
    const { stdout } = await resale(`listings get ${id} -o yaml`, { env });
    for (const line of [
      'availableInventory: 3.0',
      'price: 2.50',
      'weight: 1.0e+5',
      '  zero: -0',
      '  large: 12345678901234567890',
      '    - 1.0',
    ])
      expect(stdout.split('\n')).toContain(line);
  });

  test('in CSV and in a table', async () => {
    const { env } = await service();
    const fields = '--fields availableInventory,price,weight,more.zero';
    const csv = await resale(`listings list -o csv ${fields}`, { env });
    expect(csv.stdout).toBe('availableInventory,price,weight,more.zero\n3.0,2.50,1E5,-0\n');
    const table = await resale(`listings list -o table ${fields}`, { env });
    expect(table.stdout).toMatch(/ 3\.0 +2\.50 +1E5 +-0/);
  });
});

test('numbers of --field are sent, and previewed, as they were typed', async () => {
  const { env, bodies } = await service();
  const line = `api PUT /v1/listings/${id}/inventory --field price:=2.50 --field large:=12345678901234567890 --field deep:=[1.0,1e400]`;
  const body = '{"price":2.50,"large":12345678901234567890,"deep":[1.0,1e400]}';
  expect(bare((await resale(`${line} -n`, { env })).stdout)).toContain(`"body":${body}`);
  await resale(line, { env });
  expect(bodies).toEqual([body]);
});

test('fields with names of another deployment keep their numbers, too', async () => {
  const { env } = await service();
  const directory = temporaryFolder();
  const dialect = { names: { 'field.availableInventory': 'weight' } };
  const profiles = { other: { baseUrl: env.RESALE_BASE_URL, dialect } };
  const path = join(directory, 'config.json');
  writeFileSync(path, JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
  const { stdout, stderr } = await resale(`listings get ${id} --fields availableInventory,price`, {
    env: { ...env, RESALE_CONFIG_DIR: directory, RESALE_PROFILE: 'other' },
  });
  expect([stderr, bare(stdout)]).toEqual(['', '{"availableInventory":1E5,"price":2.50}']);
});
