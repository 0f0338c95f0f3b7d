import { describe, expect, test } from 'vitest';
import type { DialectSettings } from '../../src/service/dialect.ts';
import { type Dialect, dialectOf, neutralDialect, readDialectSetting } from '../../src/service/dialect.ts';
import { nameGroups, neutralNames } from '../../src/service/dialect-names.ts';
import { singleNames } from '../support/dialect.ts';
import { fc } from '../support/properties.ts';

const acmeMart = { serviceName: 'Acme', commerceName: 'Mart' };

/** What a dialect has otherwise than the neutral one, a line each. */
const differences = (dialect: Dialect): string[] =>
  nameGroups.flatMap((group) =>
    Object.entries(dialect[group])
      .filter(([name, onWire]) => onWire !== (neutralNames[group] as Record<string, string>)[name])
      .map(([name, onWire]) => `${group}.${name} ${onWire}`),
  );

describe('a deployment has', () => {
  test.each<[DialectSettings | undefined, string[]]>([
    [undefined, []],
    [{}, []],
    [
      acmeMart,
      [
        'header.clientId X-Acme-Client-Id',
        'header.authenticationKey X-Acme-Authentication-Key',
        'field.serviceShopName acmeShopName',
        'field.serviceId acmeId',
        'field.commerceTags martTags',
        'field.commerceProductType martProductType',
        'constant.COMMERCE_SKU MART_SKU',
        'constant.COMMERCE_PRODUCT_VARIANT_ID MART_PRODUCT_VARIANT_ID',
        'constant.COMMERCE_DOMAIN MART_DOMAIN',
      ],
    ],
    [
      { serviceName: 'bigShop' },
      [
        'header.clientId X-BigShop-Client-Id',
        'header.authenticationKey X-BigShop-Authentication-Key',
        'field.serviceShopName bigShopShopName',
        'field.serviceId bigShopId',
      ],
    ],
    [
      { serviceName: 'ACME', names: { 'field.serviceId': 'shopNumber', 'header.clientId': 'X-Client' } },
      [
        'header.clientId X-Client',
        'header.authenticationKey X-ACME-Authentication-Key',
        'field.serviceShopName acmeShopName',
        'field.serviceId shopNumber',
      ],
    ],
    [
      { names: { 'query.pageSize': 'first', 'constant.GOOD': 'GRADE_B' } },
      ['query.pageSize first', 'constant.GOOD GRADE_B'],
    ],
    [
      { names: { 'query.pageSize': 'state', 'query.state': 'limit' } },
      ['query.state limit', 'query.pageSize state'],
    ],
  ])('%j: %j', (settings, lines) => {
    expect(differences(dialectOf(settings)).sort()).toEqual([...lines].sort());
  });

  test('the neutral names where nothing else is said', () => {
    expect(dialectOf()).toEqual(neutralDialect);
  });
});

describe('a setting', () => {
  test.each<[setting: string, value: string, before: DialectSettings, after: DialectSettings]>([
    ['dialect.serviceName', 'Acme', {}, { serviceName: 'Acme' }],
    ['dialect.commerceName', 'Mart', { serviceName: 'Acme' }, acmeMart],
    ['dialect.query.pageSize', 'first', {}, { names: { 'query.pageSize': 'first' } }],
    [
      'dialect.field.brand',
      'maker',
      { names: { 'field.size': 'fit' } },
      { names: { 'field.size': 'fit', 'field.brand': 'maker' } },
    ],
    ['dialect.constant.GOOD', 'B', { names: { 'constant.GOOD': 'A' } }, { names: { 'constant.GOOD': 'B' } }],
    ['dialect.serviceName', '', acmeMart, { commerceName: 'Mart' }],
    ['dialect.query.state', '', { names: { 'query.state': 'status' } }, { names: {} }],
  ])('%s=%s on %j gives %j', (setting, value, before, after) => {
    expect(readDialectSetting(setting, value, before)).toEqual(after);
  });

  test.each<[setting: string, value: string, problem: string, settings?: DialectSettings]>([
    ['dialect.serviceName', 'Acme Inc', 'must be one word of letters and digits, such as Acme'],
    ['dialect.commerceName', '4u', 'must be one word of letters and digits, such as Acme'],
    ['dialect.colour', 'red', 'is not a dialect setting'],
    ['dialect.field', 'red', 'is not a dialect setting'],
    ['query.pageSize', 'first', 'is not a dialect setting'],
    ['dialect.query.pagesize', 'first', 'is no query parameter of the service'],
    ['dialect.query.constructor', 'first', 'is no query parameter of the service'],
    [
      'dialect.header.clientId',
      'X Client',
      'must be the name of a header, such as X-Acme-Client-Id: letters',
    ],
    [
      'dialect.header.clientId',
      'X-A\r\nX-B',
      'must be the name of a header, such as X-Acme-Client-Id: letters',
    ],
    ...["X-'", 'X-`id`', 'X-$HOME', 'X&', 'X|sh', '-X', 'X\u00e9', ''.padEnd(101, 'X')].map(
      (name): [string, string, string] => ['dialect.header.clientId', name, 'must be the name of a header'],
    ),
    ...['a b', 'a=b', 'a&b', 'a#', "a'b", 'a"', 'a`', '(a)', 'a;b', 'a\\'].map(
      (name): [string, string, string] => [
        'dialect.query.state',
        name,
        'must be the name of a query parameter',
      ],
    ),
    ['dialect.field.brand', 'ma\u200bker', 'must be a name of at most 100 visible characters'],
    ['dialect.constant.GOOD', 'A\u202eB', 'must be a name of at most 100 visible characters'],
    ['dialect.header.clientId', 'Content-Length', 'must not be a header that HTTP needs for something else'],
    [
      'dialect.header.clientId',
      'x-service-authentication-key',
      'dialect.header.clientId and dialect.header.authenticationKey would have the same name',
    ],
    ['dialect.field.brand', 'the maker', 'must be a name of at most 100 visible characters, without blanks'],
    ['dialect.field.brand', 'size', 'dialect.field.brand and dialect.field.size would have the same name'],
    [
      'dialect.query.state',
      'limit',
      'dialect.query.state and dialect.query.pageSize would have the same name',
    ],
    [
      'dialect.commerceName',
      'ship',
      'dialect.field.size and dialect.field.commerceTags would have the same name',
      { names: { 'field.size': 'shipTags' } },
    ],
  ])('%s=%j is refused: it %s', (setting, value, problem, settings) => {
    const refused = (() => {
      try {
        return readDialectSetting(setting, value, settings);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toMatchObject({ name: 'InvalidDialect', message: expect.stringContaining(problem) });
  });

  test('that nobody knows names the known ones', () => {
    expect(() => readDialectSetting('dialect.header.key', 'X-Key')).toThrow(
      expect.objectContaining({ known: ['dialect.header.clientId', 'dialect.header.authenticationKey'] }),
    );
  });

  test('is taken for every name of the service', () => {
    expect(singleNames).toEqual(expect.arrayContaining(['query.pageSize', 'constant.COMMERCE_SKU']));
    for (const name of singleNames) readDialectSetting(`dialect.${name}`, 'Xyz');
  });
});

/** Any settings that are a dialect: names may be swapped, and may be those of other things. */
const anyDialect = fc
  .record(
    {
      serviceName: fc.constantFrom('Acme', 'big', 'X1'),
      commerceName: fc.constantFrom('Mart', 'SHOP', 'shop'),
      names: fc.dictionary(
        fc.constantFrom(...singleNames),
        fc.constantFrom(
          'brand',
          'maker',
          'state',
          'limit',
          'GOOD',
          'OPEN',
          'B',
          'title',
          'first',
          '__proto__',
        ),
      ),
    },
    { requiredKeys: [] },
  )
  .filter((settings) => {
    try {
      return dialectOf(settings) !== undefined;
    } catch {
      return false;
    }
  });

test('whatever is said, no two things of a group have one name', () => {
  fc.assert(
    fc.property(anyDialect, (settings) => {
      const dialect = dialectOf(settings);
      for (const group of nameGroups)
        expect(new Set(Object.values(dialect[group])).size).toBe(Object.keys(neutralNames[group]).length);
    }),
  );
});
