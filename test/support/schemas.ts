import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../../src/json/schema.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: true,
  allowUnionTypes: true,
  validateFormats: false,
});
const known = new Map<string, ReturnType<typeof ajv.compile>>();

/** What a value breaks of a JSON Schema, one line a rule. */
export const broken = (schema: Schema, value: unknown): string[] => {
  const text = JSON.stringify(schema);
  const validate = known.get(text) ?? ajv.compile(schema);
  known.set(text, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** The properties that a schema names, of an object or of each of a list; undefined where it leaves them open. */
export const splitNamed = (schema: Schema): Set<string> | undefined => {
  const { type, items, anyOf, properties, additionalProperties } = schema as {
    type?: string;
    items?: Schema;
    anyOf?: Schema[];
    properties?: object;
    additionalProperties?: unknown;
  };
  // A record or a list of such records.
  if (anyOf) return splitNamed(anyOf[0] as Schema);
  if (type === 'array' && items) return splitNamed(items);
  return properties && additionalProperties === undefined ? new Set(Object.keys(properties)) : undefined;
};
