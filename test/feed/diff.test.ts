import { describe, expect, test } from 'vitest';
import { type Compared, diffFeeds, emptyTally } from '../../src/feed/compare-feeds.ts';
import { fc } from '../support/properties.ts';

type Product = Record<string, unknown>;

/** Entries as a file's reader gives them: in batches. */
async function* batches(entries: readonly object[], size = 2): AsyncGenerator<object[]> {
  for (let start = 0; start < entries.length; start += size) yield entries.slice(start, start + size);
}

const collected = async <One>(all: AsyncIterable<One>): Promise<One[]> => {
  const found: One[] = [];
  for await (const one of all) found.push(one);
  return found;
};

const compare = async (
  before: readonly object[],
  after: readonly object[],
  compared: Compared = ['price', 'productStock'],
) => {
  const tally = emptyTally();
  const changes = await collected(diffFeeds(batches(before), batches(after), compared, tally));
  return { changes, tally };
};

const coat = { productID: 'c', productTitle: 'Coat', price: 80, productStock: 1, color: 'teal' };
const scarf = { productID: 's', productTitle: 'Scarf', price: 20, productStock: 3 };
const hat = { productID: 'h', productTitle: 'Hat', price: 15, productStock: 0 };

describe('what a comparison shows', () => {
  test('a field that is gone has no value after, one that is null has null; the title is the newer one', async () => {
    const after = [
      { productID: 'c', productTitle: 'Warm coat', price: 80 },
      { ...scarf, price: null },
      // What is not compared is no change.
      { ...hat, color: 'red', productTitle: 'Cap' },
    ];
    expect((await compare([coat, scarf, hat], after)).changes).toEqual([
      {
        change: 'changed',
        productID: 'c',
        productTitle: 'Warm coat',
        fields: { productStock: { before: 1 } },
        currency: {},
      },
      {
        change: 'changed',
        productID: 's',
        productTitle: 'Scarf',
        fields: { price: { before: 20, after: null } },
        currency: {},
      },
    ]);
  });

  test('every field, if all are compared; the order of the fields makes no difference', async () => {
    const { productID, productTitle, color, ...rest } = coat;
    const { changes } = await compare(
      [coat],
      [{ ...rest, styles: { a: [1] }, productTitle, productID }],
      'all',
    );
    expect(changes).toEqual([
      {
        change: 'changed',
        productID: 'c',
        productTitle: 'Coat',
        fields: { color: { before: 'teal' }, styles: { after: { a: [1] } } },
        currency: {},
      },
    ]);
  });

  test('a field of whatever name', async () => {
    const odd = (text: string) => JSON.parse(`{"productID":"c","__proto__":"${text}","constructor":1}`);
    const { changes } = await compare([odd('a')], [odd('b')], ['__proto__', 'constructor']);
    expect(JSON.stringify(changes.map(({ fields }) => fields))).toBe(
      '[{"__proto__":{"before":"a","after":"b"}}]',
    );
  });
});

describe('entries that cannot be compared', () => {
  test('are left out and counted: twice the same productID, or none', async () => {
    const { changes, tally } = await compare(
      [coat, { ...coat, price: 1 }, { price: 5 }],
      [{ ...coat, price: 72 }, coat, hat, hat, { ...hat, productID: '' }],
    );
    expect(changes.map(({ change, fields }) => [change, fields.price])).toEqual([
      ['changed', { before: 80, after: 72 }],
      ['added', { after: 15 }],
    ]);
    expect(tally).toMatchObject({
      added: 1,
      removed: 0,
      changed: 1,
      unchanged: 0,
      before: { entries: 3, duplicates: 1, withoutID: 1 },
      after: { entries: 5, duplicates: 2, withoutID: 1 },
    });
  });

  test.each([
    ['older', [{ error: 'gone' }], [coat]],
    ['newer', [coat], [{ error: 'gone' }]],
  ])('a file without any productID, the %s one, is no feed', async (which, before, after) => {
    const error = await compare(before, after).catch((thrown: unknown) => thrown);
    const message = expect.stringContaining(`the ${which} feed`);
    expect(error).toMatchObject({ code: 'invalid-input', message });
  });
});

test('more products than the memory takes are too many, on either side', async () => {
  async function* many() {
    for (let id = 0; id < 1000; id++) yield [{ productID: `${id}`, productTitle: 'x'.repeat(1000) }];
  }
  const one = () => batches([coat]);
  const failure = { code: 'too-large' };
  const diff = (before: AsyncIterable<object[]>, after: AsyncIterable<object[]>, room: number) =>
    collected(diffFeeds(before, after, [], emptyTally(), room));
  await expect(diff(many(), one(), 2_000_000)).rejects.toMatchObject(failure);
  await expect(diff(one(), many(), 100_000)).rejects.toMatchObject(failure);
  expect(await diff(many(), many(), 3_000_000)).toEqual([]);
});

test('law: any two feeds compare as two maps do', async () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('a', 'b', null),
    fc.array(fc.boolean()),
  );
  const fields = fc.record({ price: value, productStock: value, color: value }, { requiredKeys: [] });
  const feed = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh', '__proto__'), fields), {
    selector: ([id]) => id,
  });
  const products = (entries: [string, Product][]) =>
    entries.map(([productID, product]) => ({ ...product, productID }));
  await fc.assert(
    fc.asyncProperty(feed, feed, fc.integer({ min: 1, max: 5 }), async (before, after, size) => {
      const compared = ['price', 'productStock', 'color'];
      const tally = emptyTally();
      const found = new Map<string, string>();
      const changes = diffFeeds(
        batches(products(before), size),
        batches(products(after), size),
        compared,
        tally,
      );
      for await (const { productID, change, fields } of changes)
        found.set(productID, `${change} ${Object.keys(fields).sort()}`);

      const [old, young] = [new Map(before), new Map(after)];
      const text = (product: Product | undefined, name: string) =>
        product && Object.hasOwn(product, name) ? JSON.stringify(product[name]) : undefined;
      const expected = new Map<string, string>();
      for (const id of new Set([...old.keys(), ...young.keys()])) {
        const names = compared.filter((name) => text(old.get(id), name) !== text(young.get(id), name)).sort();
        if (!old.has(id)) expected.set(id, `added ${names}`);
        else if (!young.has(id)) expected.set(id, `removed ${names}`);
        else if (names.length > 0) expected.set(id, `changed ${names}`);
      }
      expect(found).toEqual(expected);
      expect(tally.added + tally.removed + tally.changed).toBe(expected.size);
      expect(tally.unchanged + tally.changed + tally.removed).toBe(before.length);
    }),
  );
});
