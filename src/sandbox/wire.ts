import { toWire } from '../service/dialect.ts';

type Names = Readonly<Record<string, string>>;

/** An answer in our words → in the words of the wire, however deep its objects lie. */
export const inWireWords = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((item) => inWireWords(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return toWire(
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inWireWords(part, names)])),
    names,
  );
};
