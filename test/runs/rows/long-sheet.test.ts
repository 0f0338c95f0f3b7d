import { expect, test } from 'vitest';
import { archive, parts, sheet, textRow } from '../../support/workbook.ts';
import { fileOf, rowsIn } from './files.ts';

test('a workbook of nothing but elements is an error that says how to go on', async () => {
  const content = archive(parts(sheet(textRow('sku', 'quantity') + '<y/>'.repeat(8_000_010))));
  await expect(rowsIn(fileOf(content))).rejects.toThrow(/elements in which nothing stands/);
});
