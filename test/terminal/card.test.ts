import { describe, expect, test } from 'vitest';
import { card, columnsBeyond, headed } from '../../src/terminal/card.ts';
import type { Column, Shown } from '../../src/terminal/columns.ts';
import { themeOf } from '../../src/terminal/drawing.ts';

const columns: Column[] = [
  { field: 'serviceShopName', title: 'name' },
  { field: 'countryCodes', title: 'countries' },
  { field: 'url', title: 'url' },
  { field: 'styles.primaryButtonBorder', title: 'border' },
];

const shop = {
  serviceShopName: 'Second Round \u001b[31m',
  countryCodes: ['US', 'CA'],
  url: 'https://resale.example/a-rather-long-path/to-the-shop',
  styles: { primaryButtonBorder: '1px solid', radius: 4 },
  openingHours: [{ day: 'Mon', from: 9 }],
  'a.b': 'dots in a name',
  note: 'Closed for stocktaking on the first Monday of each month',
};

const drawn = (record: Shown, width: number) =>
  `\n${card(record, [...headed(columns), ...columnsBeyond(record, columns)], { width, theme: themeOf(0) })}`;

describe('a record, with undeclared fields after the others', () => {
  test.each([200, 80])('%d columns', (width) => {
    expect(drawn(shop, width)).toMatchInlineSnapshot(`
      "
      NAME           Second Round \\u001b[31m
      COUNTRIES      US, CA
      URL            https://resale.example/a-rather-long-path/to-the-shop
      BORDER         1px solid
      styles.radius  4
      openingHours   [{"day":"Mon","from":9}]
      a.b            dots in a name
      note           Closed for stocktaking on the first Monday of each month
      "
    `);
  });

  test('40 columns', () => {
    expect(drawn(shop, 40)).toMatchInlineSnapshot(`
      "
      NAME           Second Round \\u001b[31m
      COUNTRIES      US, CA
      URL
        https://resale.example/a-rather-long-path/to-the-shop
      BORDER         1px solid
      styles.radius  4
      openingHours   [{"day":"Mon","from":9}]
      a.b            dots in a name
      note           Closed for stocktaking on
                     the first Monday of each
                     month
      "
    `);
  });
});

test('what is missing or null is left empty', () => {
  expect(drawn({ serviceShopName: null, styles: 'none' }, 80)).toMatchInlineSnapshot(`
    "
    NAME
    COUNTRIES
    URL
    BORDER
    styles     none
    "
  `);
});

test('a word without a shape is aligned with all values', () => {
  const graded = { id: 'a', condition: 'DAMAGED', state: 'OPEN' };
  const conditions: Column[] = [
    { field: 'id', title: 'ID' },
    { field: 'condition', title: 'CONDITION', role: 'condition' },
    { field: 'state', title: 'STATE', role: 'state' },
  ];
  expect(card(graded, conditions, { width: 80, theme: themeOf(0), shapes: true })).toBe(
    'ID         a\nCONDITION  DAMAGED\nSTATE      ● open\n',
  );
});
