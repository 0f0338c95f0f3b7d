import { describe, expect, test } from 'vitest';
import type { DialectSettings } from '../../src/service/dialect.ts';
import {
  type Dialect,
  dialectOf,
  fieldNames,
  neutralDialect,
  readDialectSetting,
} from '../../src/service/dialect.ts';
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
  test.each<[DialectSettings | undefined, string]>([
    [undefined, ''],
    [{}, ''],
    [
      acmeMart,
      `header.clientId X-Acme-Client-Id, header.authenticationKey X-Acme-Authentication-Key,
       field.serviceShopName acmeShopName, field.serviceId acmeId,
       field.commerceTags martTags, field.commerceProductType martProductType,
       constant.COMMERCE_SKU MART_SKU, constant.COMMERCE_PRODUCT_VARIANT_ID MART_PRODUCT_VARIANT_ID,
       constant.COMMERCE_DOMAIN MART_DOMAIN`,
    ],
    [
      { serviceName: 'bigShop' },
      `header.clientId X-BigShop-Client-Id, header.authenticationKey X-BigShop-Authentication-Key,
       field.serviceShopName bigShopShopName, field.serviceId bigShopId`,
    ],
    [
      { serviceName: 'ACME', names: { 'field.serviceId': 'shopNumber', 'header.clientId': 'X-Client' } },
      `header.clientId X-Client, header.authenticationKey X-ACME-Authentication-Key,
       field.serviceShopName acmeShopName, field.serviceId shopNumber`,
    ],
    [
      { names: { 'query.pageSize': 'first', 'constant.GOOD': 'GRADE_B' } },
      'query.pageSize first, constant.GOOD GRADE_B',
    ],
    [
      { names: { 'query.pageSize': 'state', 'query.state': 'limit' } },
      'query.state limit, query.pageSize state',
    ],
  ])('%j: %s', (settings, list) => {
    expect(differences(dialectOf(settings)).sort()).toEqual(list.split(/,\s+/).filter(Boolean).sort());
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

  const refusals = [
    'serviceName=Acme Inc → must be one word of letters and digits, such as Acme',
    'commerceName=4u → must be one word of letters and digits, such as Acme',
    'colour=red → is not a dialect setting',
    'field=red → is not a dialect setting',
    'query.pagesize=first → is not a query parameter of the service',
    'query.constructor=first → is not a query parameter of the service',
    'header.clientId=Content-Length → must not be a header that HTTP needs for something else',
    'header.clientId=x-service-authentication-key → dialect.header.clientId and dialect.header.authenticationKey would have the same name',
    'field.brand=size → dialect.field.brand and dialect.field.size would have the same name',
    'field.itemBrand=images → dialect.field.images and dialect.field.itemBrand would have the same name',
    'query.state=limit → dialect.query.state and dialect.query.pageSize would have the same name',
    ...[
      'X Client',
      'X-A\r\nX-B',
      "X-'",
      'X-`id`',
      'X-$HOME',
      'X&',
      'X|sh',
      '-X',
      'X\u00e9',
      'X'.repeat(101),
    ].map(
      (name) => `header.clientId=${name} → must be the name of a header, such as X-Acme-Client-Id: letters`,
    ),
    ...['a b', 'a=b', 'a&b', 'a#', "a'b", 'a"', 'a`', '(a)', 'a;b', 'a\\'].map(
      (name) => `query.state=${name} → must be the name of a query parameter`,
    ),
    ...['field.brand=ma\u200bker', 'constant.GOOD=A\u202eB', 'field.brand=the maker'].map(
      (setting) => `${setting} → must be a name of at most 100 visible characters, without blanks`,
    ),
  ];
  test.each(refusals)('is refused: %j', (line) => {
    const [, setting = '', value = '', problem = ''] = /^([^=]+)=(.*) → (.*)$/s.exec(line) ?? [];
    expect(() => readDialectSetting(`dialect.${setting}`, value)).toThrow(
      expect.objectContaining({ name: 'InvalidDialect', message: expect.stringContaining(problem) }),
    );
  });

  test('is refused if a word gives two things one name, and without the beginning of all settings', () => {
    const names = { 'field.size': 'shipTags' };
    expect(() => readDialectSetting('dialect.commerceName', 'ship', { names })).toThrow(
      'dialect.field.size and dialect.field.commerceTags would have the same name',
    );
    expect(() => readDialectSetting('query.pageSize', 'first')).toThrow('is not a dialect setting');
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
        fc.constantFrom(...'brand maker state limit GOOD OPEN B title first __proto__'.split(' ')),
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
      const bodies = [fieldNames(dialect, 'body'), fieldNames(dialect, 'creation')];
      for (const names of [dialect.header, dialect.query, dialect.constant, ...bodies])
        expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
    }),
  );
});
