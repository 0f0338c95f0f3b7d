import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { errorOf, resale, type Screen, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * What the service would take, or keep the last of, although nobody can have meant it: blank values, names with spaces around
 * them, names given twice, and names that JavaScript treats in a way of its own. In flags and in rows alike.
 */

const image = '--image https://images.example/1.jpg';
const fromSku = `listings create --shop-id shop-second-meadow --condition good --source sku --product-id A ${image}`;
const manual = `listings create --shop-id shop-second-meadow --condition good --title Coat --category Coats --original-price 100 ${image}`;

describe('in flags', () => {
  test.each([
    [
      "listings create --shop-id '   ' --product-id ' ' --external-id ' '",
      '--shop-id',
      '--product-id',
      '--external-id',
    ],
    [
      "listings create --title ' ' --category ' ' --brand ' '",
      '--title must not be blank',
      '--category',
      '--brand',
    ],
    [`${manual} --option 'size = L'`, '--option has spaces around the name "size "'],
    [`${manual} --option ' size=L'`, '--option has spaces around the name " size"'],
    [`${manual} --option size:=5`, "--option must be of the form NAME=VALUE, not 'size:=5'"],
    [`${manual} --option =x`, "--option must be of the form NAME=VALUE, not '=x'"],
    [`${manual} --option ' =x'`, '--option has a property without a name'],
    [`${manual} --option size=`, '--option is blank'],
    [`${manual} --option size=L --option size=M`, '--option names size twice'],
    [`${manual} --option __proto__=x`, '--option must not have a property named __proto__'],
    [`${fromSku} --metadata :=5`, "--metadata must be of the form NAME=TEXT or NAME:=7, not ':=5'"],
    [`${fromSku} --metadata 'a =x'`, '--metadata has spaces around the name "a "'],
    [`${fromSku} --metadata 'a :=5'`, '--metadata has spaces around the name "a "'],
    [`${fromSku} --metadata a:=0x10`, "--metadata must be written in decimal digits, not '0x10' (a)"],
    [`${fromSku} --metadata a:=-0`, "--metadata must be written without a minus sign, not '-0' (a)"],
    [
      `${fromSku} --metadata __proto__=x --metadata a=1 --metadata b=2 --metadata c=3`,
      '--metadata must not have a property named __proto__',
    ],
    [`${fromSku} --metadata a=1 --metadata a:=2`, '--metadata names a twice'],
    ["listings get --sku ' '", '--sku must not be blank'],
    ['api POST /v1/listings --field a=1 --field a=2', '--field names a twice'],
    ["api POST /v1/listings --field 'a =1'", '--field has spaces around the name "a "'],
    ['api POST /v1/listings --field :=1', '--field must be of the form NAME=TEXT or NAME:=JSON'],
  ])('%s', async (line, ...said) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(line, { env });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    for (const words of said) expect(errorOf(screen).message).toContain(words);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'a:b'])(
    'a property may be named %s',
    async (name) => {
      const { env } = await sandboxed();
      const created = await resale(`${manual} --option ${name}=x --metadata ${name}:=5`, { env });
      expect([created.exitCode, created.stderr]).toEqual([0, '']);
      const shown = await resale(`${manual} --option ${name}=x --metadata ${name}:=5 --dry-run`, { env });
      expect(shown.stdout).toContain(`"${name}": "x"`);
      expect(shown.stdout).toContain(`"${name}": 5`);
    },
  );

  it('a name that a query has twice is sent twice, and __proto__ goes out as it was typed', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('api GET /v1/listings --field a=1 --field a=2 --dry-run', { env });
    expect(stdout).toContain('?a=1&a=2');
    const body = await resale('api POST /v1/listings --field __proto__=x --dry-run', { env });
    expect(body.stdout).toContain('"__proto__": "x"');
  });

  it.each([
    ['--shop-id', ' '],
    ['--dialect', 'query.pageSize:=x'],
    ['--dialect', 'query.__proto__=x'],
    ['--dialect', '__proto__=x'],
    ['--unset', 'constructor'],
  ])('profiles set live %s %j', async (...flag) => {
    const env = { RESALE_CONFIG_DIR: temporaryFolder() };
    const profiles = { live: { baseUrl: 'https://shop.example', clientId: 'me' } };
    writeFileSync(join(env.RESALE_CONFIG_DIR, 'config.json'), JSON.stringify({ version: 1, profiles }), {
      mode: 0o600,
    });
    expect((await resale(['profiles', 'set', 'live', ...flag], { env })).exitCode).toBe(2);
  });
});

const row = {
  shopId: 'shop-second-meadow',
  condition: 'good',
  productDataSourceType: 'sku',
  productIdentifier: 'A',
  externalIdentifier: 'mine-1',
  images: [{ url: 'https://images.example/1.jpg' }],
};
const csvRow = { ...row, images: 'https://images.example/1.jpg' };

const forms: Readonly<Record<string, (fields: object) => string>> = {
  NDJSON: (fields) => `${JSON.stringify({ ...row, ...fields })}\n`,
  JSON: (fields) => JSON.stringify([{ ...row, ...fields }]),
  CSV: (fields) => {
    const cells = Object.entries({ ...csvRow, ...fields });
    return [cells.map(([name]) => name), cells.map(([, value]) => `"${value}"`)]
      .map((line) => line.join(','))
      .join('\n');
  },
};

const faultsOf = (screen: Screen): string => {
  const { message, details = [] } = errorOf(screen);
  return [message, ...(details as string[])].join('\n');
};

describe('in rows', () => {
  test.each<[form: string, fields: object, said: string]>([
    ['NDJSON', { shopId: ' ' }, 'line 1: shopId is blank'],
    ['JSON', { productIdentifier: '' }, 'productIdentifier must not be empty: COMMERCE_SKU requires it'],
    ['JSON', { productIdentifier: ' ' }, 'productIdentifier is blank'],
    ['CSV', { externalIdentifier: '  ' }, 'line 2: externalIdentifier is blank'],
    ['CSV', { brand: '\t' }, 'line 2: brand is blank'],
    [
      'NDJSON',
      { manualProductOptions: { title: ' ', categories: [''], size: 'L' } },
      'categories[0] is blank',
    ],
    ['NDJSON', { metadata: { ' a': 1 } }, 'metadata has spaces around the name " a"'],
    ['NDJSON', { metadata: { '': 1 } }, 'metadata has a property without a name'],
    ['CSV', { 'metadata. a': 'x' }, 'metadata has spaces around the name " a"'],
    ['CSV', { 'metadata.:int': '5' }, 'metadata has a property without a name'],
    ['CSV', { 'metadata.a': '5', 'metadata.a:int': '5' }, 'metadata.a is in two columns'],
    ['CSV', { 'metadata.__proto__': 'x' }, 'is not an allowed name'],
    ['CSV', { 'metadata.__proto__:int': '5' }, 'metadata must not have a property named __proto__'],
    ['NDJSON', { metadata: JSON.parse('{"__proto__":{"x":1},"a":1}') }, 'named __proto__'],
    ['NDJSON', { images: [{ url: 'C:\\pics\\1.jpg' }] }, 'images[0].url must be an address such as'],
    ['JSON', { images: [{ url: 'https://a/b c' }] }, 'images[0].url must be a valid URI, with all special'],
    ['CSV', { images: 'https://a/x | ./1.jpg front' }, 'images[1].url must be an address such as'],
    ['CSV', { images: 'https://a/x\tnotes' }, 'images[0].url must have no tabs'],
    ['CSV', { images: 'https://a/x|https://a/%zz' }, 'images[1].url must be a valid URI'],
  ])('%s %j', async (form, fields, said) => {
    const { env, requests } = await sandboxed();
    const state = { RESALE_STATE_DIR: temporaryFolder() };
    const screen = await resale('listings create --from -', {
      env: { ...env, ...state },
      stdin: forms[form]?.(fields) ?? '',
    });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    expect(faultsOf(screen)).toContain(said);
  });

  test.each([
    ['listings create', forms.CSV?.({ remark: 'ours' })],
    ['listings create', forms.NDJSON?.({ remark: 'ours' })],
    ['grade', `id,condition,remark\n7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64,good,ours\n`],
  ])('%s --ignore-extra does not send the fields that it ignores: %j', async (line, stdin = '') => {
    const { env } = await sandboxed();
    const there = { env: { ...env, RESALE_STATE_DIR: temporaryFolder() }, stdin };
    const { exitCode, stderr } = await resale(`${line} --from - --ignore-extra --debug`, there);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('"GOOD"');
    expect(stderr).not.toContain('remark');
  });

  test.each<[line: string, quantity: string, said: string | undefined]>([
    ['inventory set', '-0', 'quantity must be written without a minus sign'],
    ['inventory adjust', '-0', 'delta must be written without a minus sign'],
    ['inventory set', '+2', 'quantity must be written without a plus sign'],
    ['inventory adjust', '"+2"', undefined],
    ['inventory set', '9007199254740991', undefined],
    ['inventory set', '"9007199254740991"', undefined],
    ['inventory set', '"9007199254740993"', 'quantity must be 9007199254740991 or less'],
    ['inventory set', '1_000', 'quantity must be written without separators'],
    ['inventory set', '３', 'quantity must be written in the digits 0 to 9'],
  ])('%s of %s', async (line, quantity, said) => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    const state = { RESALE_STATE_DIR: temporaryFolder() };
    const field = line.endsWith('set') ? 'quantity' : 'delta';
    const isJson = /^-?\d+$|^"/.test(quantity);
    for (const stdin of [
      `id,${field}\n${id},${quantity.replaceAll('"', '')}\n`,
      ...(isJson ? [`{"id":"${id}","${field}":${quantity}}\n`] : []),
    ]) {
      const screen = await resale(`${line} --from -`, { env: { ...env, ...state }, stdin });
      expect([stdin, screen.exitCode]).toEqual([stdin, said === undefined ? 0 : 2]);
      if (said !== undefined) expect(faultsOf(screen)).toContain(said);
    }
  });
});
