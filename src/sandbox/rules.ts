import { z } from 'zod';
import { type Fault, faultsOf } from '../service/faults.ts';
import { Refusal } from './refusal.ts';

type Names = Readonly<Record<string, string>>;

/** Holds a value against a schema. Refuses it with all that is wrong with it, in the words of the wire. */
export const obey = (schema: z.ZodType, value: unknown, names: Names): unknown => {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  throw brokenRules(faultsOf(checked.error), names);
};

const brokenRules = (faults: readonly Fault[], names: Names) =>
  new Refusal(
    400,
    `${faults.map(({ path, message }) => `${onTheWire(path, names)} ${message}`).join('; ')}.`,
  );

const onTheWire = (path: string, names: Names) => {
  const [head = ''] = /^[^.[]*/.exec(path) ?? [];
  if (path === '') return 'the body';
  return Object.hasOwn(names, head) ? names[head] + path.slice(head.length) : path;
};

/**
 * Makes the reader of a query: text → values by our words for them. What the schema wants as an integer, and is
 * written as one, becomes one. Parameters that the schema does not name are ignored.
 */
export const queryReader = (schema: z.ZodObject, names: Names) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return (query: URLSearchParams): unknown => {
    const values: Record<string, unknown> = {};
    for (const [word, property] of Object.entries(properties)) {
      const [text, ...more] = query.getAll(names[word] ?? word);
      if (text === undefined) continue;
      if (more.length > 0) throw brokenRules([{ path: word, message: 'is given twice' }], names);
      const isInteger =
        typeof property === 'object' && property.type === 'integer' && /^-?\d{1,15}$/.test(text);
      values[word] = isInteger ? Number(text) : text;
    }
    return obey(schema, values, names);
  };
};
