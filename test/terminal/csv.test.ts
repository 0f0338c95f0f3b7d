import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { csvWriter } from '../../src/terminal/csv.ts';

const column = (field: string) => ({ field, title: 'not shown' });

describe('a cell', () => {
  const cell = (value: unknown) => {
    const text = csvWriter.records([column('value'), column('end')]).batch([{ value, end: 'e' }]);
    return text.slice('value,end\n'.length, -',e\n'.length);
  };

  test.each([
    ['text', 'silk scarf', 'silk scarf'],
    ['a comma', 'silk, red', '"silk, red"'],
    ['quotes', '12" vinyl', '"12"" vinyl"'],
    ['lines', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a number', 12.5, '12.5'],
    ['a negative number', -3, '-3'],
    ['a number of many digits', new LosslessNumber('-12345678901234567890'), '-12345678901234567890'],
    ['yes', true, 'true'],
    ['no', false, 'false'],
    ['null', null, ''],
    ['nothing', undefined, ''],
    ['texts', ['US', 'CA'], 'US|CA'],
    ['no texts', [], ''],
    ['numbers', [1, 2], '"[1,2]"'],
    ['an object', { border: 'none' }, '"{""border"":""none""}"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula that is quoted', '=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['plus', '+1', "'+1"],
    ['minus in a text', '-yellowed coat', "'-yellowed coat"],
    ['at', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab first', '\t=1', "'\t=1"],
    ['a line end first', '\r=1', `"'\r=1"`],
    ['full-width signs', '＝1', "'＝1"],
    ['a formula in texts', ['=1', 'a'], "'=1|a"],
    ['a sign further on', 'a=1', 'a=1'],
  ])('%s', (_, value, text) => {
    expect(cell(value)).toBe(text);
  });
});

test('one header, then a line a record; nested fields by their path', () => {
  const text = csvWriter.records([column('id'), column('styles.border')]);
  expect(text.batch([{ id: 1, styles: { border: 'none' } }])).toBe('id,styles.border\n1,none\n');
  expect(text.batch([{ id: 2, styles: null, unknown: 'left out' }])).toBe('2,\n');
  expect(text.end()).toBe('');
});

test('without records there is only the header', () => {
  expect(csvWriter.records([column('id'), column('sku')]).end()).toBe('id,sku\n');
});
