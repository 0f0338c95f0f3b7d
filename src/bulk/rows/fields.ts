type Fields = Record<string, unknown>;

/** Turns the cells of a row into fields. A dot in a column's name makes a nested object; empty cells are left out. */
export const fieldsMaker = (columns: readonly string[]): ((cells: readonly string[]) => Fields) => {
  const paths = columns.map((column) => column.split('.'));
  return (cells) => {
    const fields: Fields = {};
    for (const [at, path] of paths.entries()) {
      const cell = cells[at];
      if (cell && columns[at]?.trim()) put(fields, path, cell);
    }
    return fields;
  };
};

export const put = (fields: Fields, path: readonly string[], value: string): void => {
  let inner = fields;
  for (const part of path.slice(0, -1)) {
    const there = Object.hasOwn(inner, part) ? inner[part] : undefined;
    const object = typeof there === 'object' && there !== null ? (there as Fields) : {};
    inner[part] = object;
    inner = object;
  }
  inner[path.at(-1) as string] = value;
};
