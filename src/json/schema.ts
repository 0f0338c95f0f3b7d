/** JSON Schema: what a value is. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object with these properties, all of which it has except the `optional` ones. */
const object = (properties: Readonly<Record<string, Schema>>, ...optional: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** What the values are that commands answer with. */
export const a = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  count: { type: 'integer', minimum: 0 },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  anything: {},
  oneOf: (words: readonly unknown[]): Schema => ({ enum: words }),
  listOf: (items: Schema): Schema => ({ type: 'array', items }),
  /** An object of any names, each with such a value. */
  mapOf: (values: Schema): Schema => ({ type: 'object', additionalProperties: values }),
  orNull: (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] }),
  object,
} as const;
