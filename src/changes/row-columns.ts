import type { RowColumn } from './operation.ts';

/** The name of what the example of a file to begin from is about. A row is taken for the example only if it has it. */
export const exampleName = 'EXAMPLE-1';

/** The column of that name, or with a placeholder that the name fits: `metadata.shelf` is `metadata.NAME`. */
export const columnOf = (columns: readonly RowColumn[], said: string): RowColumn | undefined =>
  columns.find(({ name }) => name === said) ?? columns.find(({ name }) => fits(said, name));

/**
 * The name of a column whose header says its flag: `title` is `manualProductOptions.title`, and `option.size`
 * `manualProductOptions.size`. Any other text is a name itself.
 */
export const nameOfHeader = (columns: readonly RowColumn[], said: string): string => {
  if (columnOf(columns, said) !== undefined) return said;
  const [flag = '', ...placeholder] = said.split('.');
  const column = columns.find(
    (one) => one.flag === flag && one.name.endsWith('NAME') === placeholder.length > 0,
  );
  return column?.name.replace('NAME', placeholder.join('.')) ?? said;
};

const fits = (said: string, name: string): boolean => {
  const [before = '', after] = name.split('NAME');
  return (
    after !== undefined &&
    said.length > before.length + after.length &&
    said.startsWith(before) &&
    said.endsWith(after)
  );
};
