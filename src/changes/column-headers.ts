import type { Columns, RowColumn } from './operation.ts';

/** `metadata.shelf` is in the column `metadata.NAME`. */
export const columnOf = (columns: Columns, header: string): RowColumn | undefined =>
  columns.find(({ name }) => name === header) ?? columns.find(({ name }) => fits(header, name));

/**
 * `title` is `manualProductOptions.title`, and `option.size` is `manualProductOptions.size`; capitals, spaces, `-` and `_` don't
 * matter, but in what stands for NAME. Any other text is a name itself, or none if it is to be ignored.
 */
export const nameOfHeader = (columns: Columns, header: string, ignoreExtra = false): string => {
  if (columnOf(columns, header) !== undefined) return header;
  const [first = '', ...rest] = header.trim().split('.');
  const placeholder = rest.join('.');
  const isSameHeader = ({ name, flag }: RowColumn): boolean => {
    if (name.includes('NAME'))
      return placeholder !== '' && [name.split('.')[0], flag].some((known) => isSpelling(first, known));
    return [name, flag].some((known) => isSpelling(header, known));
  };
  const column = columns.find(isSameHeader);
  return column?.name.replace(/NAME.*/, placeholder) ?? (ignoreExtra ? '' : header);
};

/** Whether two names differ only in case, spaces, `_` and `-`. */
const isSpelling = (header: string, known: string | undefined): boolean =>
  known !== undefined && normalized(header) === normalized(known);

const normalized = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/** What a header calls a column by its flag: `title`, `option.NAME`. */
export const headerOf = (name: string, flag: string): string =>
  name.endsWith('NAME') ? `${flag}.NAME` : flag;

/** The name of a column in messages and templates: its flag's if that is one word, such as `source`, else the service's. */
export const columnWord = ({ name, flag }: RowColumn): string =>
  flag === undefined || flag.includes('-') || name.startsWith(`${flag}.`) ? name : headerOf(name, flag);

const fits = (header: string, name: string): boolean => {
  const [before = '', after] = name.split('NAME');
  return (
    after !== undefined &&
    header.length > before.length + after.length &&
    header.startsWith(before) &&
    header.endsWith(after)
  );
};
