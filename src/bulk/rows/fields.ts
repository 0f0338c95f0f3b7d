type Fields = Record<string, unknown>;

/**
 * Makes the fields of a row from its cells, in the order of the columns. A dot in a column's name leads into an
 * object; an empty cell is no field, and a column without a name none either.
 */
export const fieldsMaker = (columns: readonly string[]): ((cells: readonly string[]) => Fields) => {
  const paths = columns.map((column) => column.split('.'));
  return (cells) => {
    const fields: Fields = {};
    for (const [at, path] of paths.entries()) {
      const cell = cells[at];
      if (cell && columns[at]) put(fields, path, cell);
    }
    return fields;
  };
};

const put = (fields: Fields, path: readonly string[], value: string): void => {
  let inner = fields;
  for (const part of path.slice(0, -1)) {
    const there = Object.hasOwn(inner, part) ? inner[part] : undefined;
    const object = typeof there === 'object' && there !== null ? (there as Fields) : {};
    inner[part] = object;
    inner = object;
  }
  inner[path.at(-1) as string] = value;
};
