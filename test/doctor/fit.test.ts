import { describe, expect, it, test } from 'vitest';
import { constantChanges, fieldReport } from '../../src/doctor/fit/fields.ts';
import { likelyNames, mostSingleTries, searchName } from '../../src/doctor/fit/search.ts';
import { wordBehind, wordsFor } from '../../src/doctor/fit/words.ts';
import { states } from '../../src/service/constants.ts';
import { dialectOf } from '../../src/service/dialect.ts';
import { inWords, nameGroups, neutralNames } from '../../src/service/dialect-names.ts';
import { product } from '../../src/service/feed.ts';
import { fc } from '../support/properties.ts';

describe('the search for a name', () => {
  const parameters = Object.values(likelyNames);

  it('finds each of sixteen names in at most six requests', async () => {
    for (const names of parameters) {
      expect(new Set(names).size).toBe(names.length);
      for (const right of names) {
        let requests = 0;
        const found = await searchName(names, async (some) => {
          requests += 1;
          return some.includes(right) ? 'works' : 'ignored';
        });
        expect([found, requests <= 6]).toEqual([right, true]);
      }
    }
  });

  test('law: it finds the one that works, or nothing, and believes none that it has not seen work alone', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (names, at) => {
          const right = names[at % (names.length + 1)];
          const alone: string[] = [];
          const found = await searchName(names, async (some) => {
            if (some.length === 1) alone.push(some[0] as string);
            return right !== undefined && some.includes(right) ? 'works' : 'ignored';
          });
          expect(found).toBe(right);
          if (right !== undefined) expect(alone).toContain(right);
        },
      ),
    ));

  it('two names that only work together are not taken for one', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const found = await searchName(names, async (some) =>
      some.includes('a') && some.includes('d') ? 'works' : 'ignored',
    );
    expect(found).toBeUndefined();
  });

  it('at a service that refuses what it does not know, only the likeliest are tried, one by one', async () => {
    const names = likelyNames.pageSize;
    const at = (index: number): string => names[index] ?? expect.unreachable();
    const ask = async (right: string) => {
      const tried: string[] = [];
      const found = await searchName(names, async (some) => {
        tried.push(some.join());
        return some.length === 1 && some[0] === right ? 'works' : 'refused';
      });
      return [found, tried.length];
    };
    expect(await ask(at(2))).toEqual([names[2], 1 + 3]);
    expect(await ask(at(15))).toEqual([undefined, 1 + mostSingleTries]);
  });
});

describe('words for Service and Commerce', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{1,8}([A-Z][a-z]{1,5})?$/);
  const neutral = nameGroups.flatMap((group) => Object.values<string>(neutralNames[group]));

  test('law: a name made of a word leads back to it', () =>
    fc.assert(
      fc.property(fc.constantFrom(...neutral), word, (name, said) => {
        for (const which of ['service', 'commerce'] as const) {
          const named = inWords(name, { service: 'Service', commerce: 'Commerce', [which]: said });
          if (named === name) continue;
          const behind = wordBehind(name, named);
          expect(behind?.word).toBe(which);
          expect(inWords(name, { service: 'Service', commerce: 'Commerce', [which]: behind?.said })).toBe(
            named,
          );
        }
      }),
    ));

  it('take the place of the names that follow from them', () => {
    const found = {
      'dialect.field.commerceTags': 'martTags',
      'dialect.constant.COMMERCE_DOMAIN': 'MART_DOMAIN',
      'dialect.query.pageSize': 'first',
    };
    expect(wordsFor({}, found, new Map())).toEqual({
      'dialect.commerceName': 'Mart',
      'dialect.query.pageSize': 'first',
    });
  });

  it('do not where they would change a name that is right', () => {
    const found = { 'dialect.field.serviceId': 'acmeId' };
    const right = new Map([['header.clientId', 'X-Service-Client-Id']]);
    expect(wordsFor({}, found, right)).toEqual(found);
  });

  it('what contradicts the word stays a single name', () => {
    const found = { 'dialect.field.serviceId': 'acmeId', 'dialect.field.serviceShopName': 'otherShopName' };
    expect(wordsFor({}, found, new Map())).toEqual({
      'dialect.serviceName': 'Acme',
      'dialect.field.serviceShopName': 'otherShopName',
    });
  });
});

describe('fields', () => {
  const names = dialectOf({}).field;
  const report = (object: object) => fieldReport([object], product.shape, names, ['color']);

  test.each([
    [{ martTags: ['a'] }, { 'dialect.field.commerceTags': 'martTags' }],
    [{ product_title: 'a' }, { 'dialect.field.productTitle': 'product_title' }],
    [{ 'their-size': 'M' }, { 'dialect.field.size': 'their-size' }],
    // Of the wrong type, of two that are alike, or not like any.
    [{ martTags: 'a' }, {}],
    [{ product_title: 'a', producttitle: 'b' }, {}],
    [{ weight: 1, outsized: 'x' }, {}],
  ])('%j → %j', (object, changes) => {
    expect(report(object).changes).toEqual(changes);
  });

  it('counts what is missing, and what may be', () => {
    const { missing, missingOptional, extra, seen } = report({ size: 'M', weight: 1 });
    expect([missing.includes('price'), missingOptional, extra, seen]).toEqual([
      true,
      ['color'],
      ['weight'],
      ['size'],
    ]);
  });

  test.each([
    [['OPEN', 'CLOSED'], {}],
    [['open'], { 'dialect.constant.OPEN': 'open' }],
    [['THEIR_OPEN'], { 'dialect.constant.OPEN': 'THEIR_OPEN' }],
    [['ARCHIVED', 3, null], {}],
  ])('states %j → %j', (values, changes) => {
    expect(constantChanges(values, states, dialectOf({}).constant)).toEqual(changes);
  });
});
