import * as z from 'zod/mini';

/** A schema as JSON says it, as far as wrong values are made from it. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxProperties?: number;
  format?: string;
  pattern?: string;
}

/** A value that breaks one rule, and which. */
interface Negative {
  what: string;
  value: unknown;
}

/** Every way in which a right value can be made to break one rule of its schema. */
export const negativesOf = (schema: z.ZodMiniType, right: unknown): Negative[] =>
  wrong(z.toJSONSchema(schema, { io: 'input' }) as Schema, right, 'the body');

const wrong = (schema: Schema, right: unknown, where: string): Negative[] => {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) {
    const fitting = branches.find((branch) => fits(branch, right));
    const others = wrongTypes(
      branches.map(({ type }) => type),
      where,
    );
    return [
      ...others,
      ...(fitting ? wrong(fitting, right, where).filter(({ what }) => !/ is (a|an) /.test(what)) : []),
    ];
  }
  return [
    ...wrongTypes([schema.type], where),
    ...outOfBounds(schema, right, where),
    ...(isObject(right) ? wrongMembers(schema, right, where) : []),
    ...(Array.isArray(right) && schema.items
      ? wrong(schema.items, right[0], `${where}[0]`).map(({ what, value }) => ({
          what,
          value: [value, ...right.slice(1)],
        }))
      : []),
  ];
};

const fits = ({ type, properties }: Schema, right: unknown): boolean => {
  if (!isObject(right)) return type === (Number.isInteger(right) ? 'integer' : typeof right);
  return Object.entries(properties ?? {}).every(
    ([name, { const: only }]) => only === undefined || right[name] === only,
  );
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofEachType: Record<string, unknown> = {
  null: null,
  boolean: true,
  number: 1.5,
  string: 'seven',
  array: [],
  object: {},
};

const wrongTypes = (types: readonly (string | undefined)[], where: string): Negative[] =>
  Object.entries(ofEachType)
    .filter(([type]) => !types.includes(undefined) && !types.includes(type))
    .map(([type, value]) => ({ what: `${where} is ${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`, value }));

const outOfBounds = (schema: Schema, right: unknown, where: string): Negative[] => {
  const { minimum, maximum, minItems, minLength, maxProperties, format, pattern } = schema;
  const constants = schema.const === undefined ? schema.enum : [schema.const];
  const safe = (bound: number | undefined): bound is number =>
    bound !== undefined && Number.isSafeInteger(bound * 2);
  return [
    ...(safe(minimum) ? [{ what: `${where} is below ${minimum}`, value: minimum - 1 }] : []),
    ...(safe(maximum) ? [{ what: `${where} is above ${maximum}`, value: maximum + 1 }] : []),
    ...(minItems ? [{ what: `${where} has no items`, value: [] }] : []),
    ...(minLength ? [{ what: `${where} is empty`, value: '' }] : []),
    ...(constants ? [{ what: `${where} is no constant that is known`, value: 'NOT_KNOWN' }] : []),
    ...(format || pattern ? [{ what: `${where} is of another form`, value: 'no such form' }] : []),
    ...(maxProperties && isObject(right)
      ? [{ what: `${where} has too many properties`, value: { ...right, ...many } }]
      : []),
  ];
};

const many = { more1: 1, more2: 2, more3: 3, more4: 4 };

const wrongMembers = (schema: Schema, right: Record<string, unknown>, where: string): Negative[] => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.map((name) => {
    const { [name]: _, ...rest } = right;
    return { what: `${where} lacks ${name}`, value: rest };
  });
  const members = Object.entries(right).flatMap(([name, value]) => {
    const own = properties[name] ?? (isObject(additionalProperties) ? additionalProperties : undefined);
    return own === undefined
      ? []
      : wrong(own, value, name).map((negative) => ({
          ...negative,
          value: { ...right, [name]: negative.value },
        }));
  });
  const unknown =
    additionalProperties === false
      ? [{ what: `${where} has a field that is not known`, value: { ...right, notKnown: 'x' } }]
      : [];
  return [...missing, ...members, ...unknown];
};
