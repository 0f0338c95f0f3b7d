import { describe, expect, test } from 'vitest';
import { checkProducts } from '../../src/feed/check-entries.ts';
import { parsedEntries } from '../../src/feed/products.ts';
import { entryLines } from '../../src/feed/validate.ts';
import { cutAt } from '../support/chunks.ts';

const read = async (file: string, places?: readonly number[]) => {
  const entries: unknown[] = [];
  for await (const batch of parsedEntries(entryLines(cutAt(file, places)))) entries.push(...batch);
  return entries;
};

const check = (entries: readonly unknown[]) =>
  checkProducts(parsedEntries(entryLines(cutAt(JSON.stringify(entries), [100, 3000]))));

const coat = {
  productID: 'p-1',
  productURL: 'https://shop.example.com/p-1',
  productTitle: 'Coat',
  productDescription: 'A coat',
  size: 'M',
  image: 'https://cdn.example.com/p-1.jpg',
  price: 79.5,
  brand: 'Acme',
  productStock: 1,
  productAvailable: true,
  condition: 'GOOD',
};

describe('parsing entries', () => {
  test('gives each entry, whatever the chunks', async () => {
    expect(await read('[{"a":"é"}, {"b":[1]}, {"c":"x\\ny"}]', [3, 7, 8, 20])).toEqual([
      { a: 'é' },
      { b: [1] },
      { c: 'x\ny' },
    ]);
  });
});

describe('checking entries against the documented fields', () => {
  test('fields that are not documented are fine', async () => {
    expect(await check([coat, { ...coat, colour: 'teal', commerceTags: ['sale'] }])).toEqual({
      entries: 2,
      differing: 0,
      faultsByField: {},
      unknownFields: { colour: 1 },
      firstFaults: [],
    });
  });

  test('names what differs by entry and field', async () => {
    const { brand: _, ...brandless } = coat;
    expect(await check([coat, brandless, { ...coat, price: '79.50', gender: ['Women', 'Cats'] }])).toEqual({
      entries: 3,
      unknownFields: {},
      differing: 2,
      faultsByField: { brand: 1, price: 1, gender: 1 },
      firstFaults: [
        { entry: 2, path: 'brand', message: 'is missing' },
        { entry: 3, path: 'price', message: 'must be a number' },
        { entry: 3, path: 'gender[1]', message: 'must be one of Women, Men, Kids, Unisex, All' },
      ],
    });
  });

  test('keeps the first twenty faults and counts the rest', async () => {
    const found = await check(Array.from({ length: 50 }, () => ({ ...coat, price: null })));
    expect(found.firstFaults.map(({ entry }) => entry)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(found).toMatchObject({ entries: 50, differing: 50, faultsByField: { price: 50 } });
  });

  test('names a hundred thousand fields that are not documented, whatever they are called', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100_010 }, (_, at) => [`field${at}`, 1]));
    expect(Object.keys((await check([fields])).unknownFields).length).toBe(100_000);
    const odd = await checkProducts(parsedEntries(entryLines(cutAt('[{"__proto__":1,"toString":2}]'))));
    expect(Object.entries(odd.unknownFields)).toEqual([
      ['__proto__', 1],
      ['toString', 1],
    ]);
  });
});
