import type { RowColumn } from './operation.ts';

/** A row is taken for a template's example only if it contains this name. */
export const exampleName = 'EXAMPLE-1';

/** `metadata.shelf` is in the column `metadata.NAME`. */
export const columnOf = (columns: readonly RowColumn[], said: string): RowColumn | undefined =>
  columns.find(({ name }) => name === said) ?? columns.find(({ name }) => fits(said, name));

/** `title` is `manualProductOptions.title`, and `option.size` is `manualProductOptions.size`. Any other text is a name itself. */
export const nameOfHeader = (columns: readonly RowColumn[], said: string): string => {
  if (columnOf(columns, said) !== undefined) return said;
  const [flag = '', ...placeholder] = said.split('.');
  const column = columns.find(
    (one) => one.flag === flag && one.name.endsWith('NAME') === placeholder.length > 0,
  );
  return column?.name.replace('NAME', placeholder.join('.')) ?? said;
};

/** What a header calls a column by its flag: `title`, `option.NAME`. */
export const headerOf = (name: string, flag: string): string =>
  name.endsWith('NAME') ? `${flag}.NAME` : flag;

const fits = (said: string, name: string): boolean => {
  const [before = '', after] = name.split('NAME');
  return (
    after !== undefined &&
    said.length > before.length + after.length &&
    said.startsWith(before) &&
    said.endsWith(after)
  );
};
