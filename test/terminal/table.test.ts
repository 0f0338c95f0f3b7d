import { describe, expect, test } from 'vitest';
import type { Column, Shown } from '../../src/terminal/columns.ts';
import { themeOf } from '../../src/terminal/drawing.ts';
import { table } from '../../src/terminal/table.ts';
import { anyText } from '../support/any-text.ts';
import { harmIn, nasty } from '../support/nasty.ts';
import { fc } from '../support/properties.ts';

const columns: Column[] = [
  { field: 'id', title: 'id' },
  { field: 'state', title: 'state', role: 'state' },
  { field: 'condition', title: 'condition', role: 'condition' },
  { field: 'sku', title: 'sku' },
  { field: 'availableInventory', title: 'available', align: 'right' },
  { field: 'externalIdentifier', title: 'external identifier' },
];

const scarf = {
  id: '89f3c1de-0b52-4c3e-9f0a-6d2b8a4c7e10',
  state: 'OPEN',
  condition: 'NEW_WITHOUT_TAGS',
  sku: 'SCARF-SILK-90-RED',
  availableInventory: 12,
  externalIdentifier: 'warehouse-7/scarves/000123',
};
const coat = {
  id: '0c7be5c4-3f5d-4c57-8a52-1f6f0f1f5f9a',
  state: 'CLOSED',
  condition: 'GOOD',
  sku: 'COAT-1',
  availableInventory: 0,
  externalIdentifier: null,
};

const drawn = (records: readonly Shown[], width: number, some = columns) =>
  `\n${table(some, { width, theme: themeOf(0) }).batch(records)}`;

test('hostile and wide texts keep to their cells', () => {
  const titles = [
    { title: '\u001b[2J\u001b]52;c;cm0=\u0007cleared', stock: 1 },
    { title: 'two\nlines', stock: 20 },
    { title: 'invoice\u202efdp.exe', stock: -3 },
    { title: 'シルクのスカーフ 90cm', stock: 4 },
    { title: '👩‍👩‍👧‍👦 family', stock: 5 },
    { title: ['a', 'b'], stock: null },
    { title: { nested: [1] }, stock: undefined },
  ];
  const some: Column[] = [
    { field: 'title', title: 'title' },
    { field: 'stock', title: 'stock', align: 'right' },
  ];
  expect(drawn(titles, 60, some)).toMatchInlineSnapshot(`
    "
    TITLE                                   STOCK
    \\u001b[2J\\u001b]52;c;cm0=\\u0007cleared      1
    two\\u000alines                             20
    invoice\\u202efdp.exe                       -3
    シルクのスカーフ 90cm                       4
    👩‍👩‍👧‍👦 family                                   5
    a, b
    {"nested":[1]}
    "
  `);
});

test('later batches have no head, and make a column wider as long as the screen has room', () => {
  const { batch } = table(
    [
      { field: 'sku', title: 'sku' },
      { field: 'state', title: 'state' },
    ],
    { width: 80, theme: themeOf(0) },
  );
  const skus = ['SCARF-1', 'C', 'SCARF-SILK-90'];
  expect(`\n${skus.map((sku) => batch([{ sku, state: 'OPEN' }])).join('')}`).toMatchInlineSnapshot(`
    "
    SKU      STATE
    SCARF-1  OPEN
    C        OPEN
    SCARF-SILK-90  OPEN
    "
  `);
});

test('a column that the screen has no more room for is cut, and stays as it is', () => {
  const { batch } = table(
    [
      { field: 'sku', title: 'sku' },
      { field: 'state', title: 'state' },
      { field: 'stock', title: 'stock', align: 'right' },
    ],
    { width: 60, theme: themeOf(0) },
  );
  batch([{ sku: 'C'.repeat(40), state: 'OPEN', stock: 1 }]);
  const states = ['UNCHANGED', 'PUBLISHED-BY-HAND'];
  expect(
    `\n${states.map((state) => batch([{ sku: 'C', state, stock: 2 }])).join('')}`,
  ).toMatchInlineSnapshot(`
    "
    C                                         UNCHANGED      2
    C                                         PUBLISHED-…      2
    "
  `);
});

test('colours are for words that say the same', () => {
  const { batch } = table([{ field: 'state', title: 'state', role: 'state' }], {
    width: 80,
    theme: themeOf(1),
  });
  expect(batch([{ state: 'OPEN' }, { state: 'PAUSED' }])).toBe(
    '\u001b[1mSTATE\u001b[22m\n\u001b[32mOPEN\u001b[39m\nPAUSED\n',
  );
});

describe('if there is not enough room', () => {
  const some: Column[] = [
    { field: 'id', title: 'id', whole: true, leaves: 2 },
    { field: 'sku', title: 'sku', shortest: 12 },
    { field: 'availableInventory', title: 'inventory', align: 'right' },
    { field: 'externalIdentifier', title: 'external id', leaves: 1 },
  ];

  test('numbers are never shortened, nor what has to be typed', () => {
    const huge = { ...scarf, availableInventory: '123456789012345678901234567890' };
    expect(drawn([huge], 64, some)).toMatchInlineSnapshot(`
      "
      SKU                                     INVENTORY
      SCARF-SILK-90-RED  123456789012345678901234567890
      "
    `);
  });

  test('an id is left out only if each record has its other name', () => {
    const named: Column[] = [
      { field: 'id', title: 'id', whole: true, namedBy: ['externalIdentifier'] },
      { field: 'externalIdentifier', title: 'external id', shortest: 20 },
      { field: 'state', title: 'state', leaves: 1 },
    ];
    const shirt = { ...scarf, externalIdentifier: 'warehouse-7/shirts/000007' };
    expect(drawn([scarf, shirt], 60, named)).toMatchInlineSnapshot(`
      "
      EXTERNAL ID                 STATE
      warehouse-7/scarves/000123  OPEN
      warehouse-7/shirts/000007   OPEN
      "
    `);
    expect(drawn([scarf, coat], 60, named)).toMatchInlineSnapshot(`
      "
      ID                                    EXTERNAL ID
      89f3c1de-0b52-4c3e-9f0a-6d2b8a4c7e10  warehouse-7/scarves/0…
      0c7be5c4-3f5d-4c57-8a52-1f6f0f1f5f9a
      "
    `);
  });

  test('an id beside a name takes no room from another value', () => {
    const named: Column[] = [
      { field: 'externalIdentifier', title: 'external id', shortest: 20 },
      { field: 'id', title: 'id', whole: true, namedBy: ['externalIdentifier'] },
    ];
    // 26 columns for the name, a gap of two, and 36 for the id.
    const [narrow, wide] = [63, 64].map((width) => drawn([scarf], width, named));
    expect(narrow).not.toContain(scarf.id);
    expect(wide).toContain(scarf.id);
    for (const screen of [narrow, wide]) expect(screen).toContain(scarf.externalIdentifier);
  });
});

test('a column is as wide from the start as a later record will need it', () => {
  const { batch } = table(
    [
      { field: 'id', title: 'id', least: 6, whole: true },
      { field: 'sku', title: 'sku' },
    ],
    { width: 60, theme: themeOf(0) },
  );
  expect(batch([{ sku: 'A' }]) + batch([{ id: 'abcdef', sku: 'B' }])).toBe(
    'ID      SKU\n        A\nabcdef  B\n',
  );
});

test('what is shown below a record is shown only there, and only if there is something to show', () => {
  const some: Column[] = [
    { field: 'line', title: 'line', align: 'right' },
    { field: 'outcome', title: 'outcome', role: 'outcome' },
    { field: 'error', title: 'error', below: true },
  ];
  const records = [
    { line: 2, outcome: 'applied', error: null },
    {
      line: 3,
      outcome: 'refused',
      error: 'no listing has the external identifier RETURN-000099, and none ever had',
    },
  ];
  const { batch } = table(some, { width: 60, theme: themeOf(0), shapes: true });
  expect(`\n${batch(records)}`).toMatchInlineSnapshot(`
    "
    LINE  OUTCOME
       2  ✓ applied
       3  ✗ refused
          no listing has the external identifier RETURN-000099,
          and none ever had
    "
  `);
});

test('no line is ever wider than the screen, and a record of a table is one line', () => {
  const text = fc.oneof(anyText({ maxLength: 60 }), fc.constantFrom(...Object.values(nasty)));
  const record = fc.record({ id: text, state: text, sku: text, availableInventory: fc.integer() });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), fc.integer({ min: 1, max: 300 }), (records, width) => {
      const lines = drawn(records, width).slice(1).split('\n').slice(0, -1);
      expect(harmIn(lines.join('\n'), width)).toEqual([]);
      if (width >= 80) expect(lines).toHaveLength(records.length + 1);
    }),
    { numRuns: 50 },
  );
});

test('law: nor is a line of a later batch, whatever it contains', () => {
  const numbers = fc.bigInt({ min: 0n, max: 10n ** 40n });
  const record = fc.record({ id: fc.string(), before: numbers, after: numbers, sku: fc.string() });
  const some: Column[] = [
    { field: 'id', title: 'id', whole: true },
    { field: 'before', title: 'before', align: 'right' },
    { field: 'after', title: 'after', align: 'right' },
    { field: 'sku', title: 'sku' },
  ];
  fc.assert(
    fc.property(fc.array(record, { minLength: 2 }), fc.integer({ min: 60, max: 90 }), (records, width) => {
      const { batch } = table(some, { width, theme: themeOf(0) });
      const text = records.map((one) => batch([one])).join('');
      expect(harmIn(text, width)).toEqual([]);
    }),
  );
});
