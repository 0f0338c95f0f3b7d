import type * as z from 'zod/mini';
import { exampleIdentifier } from './identifier.ts';

/** A rule that a value breaks: where, as a dotted path, and in words that follow the name of the field. */
export interface Fault {
  path: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

const inWords = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${article(issue.expected)}${issue.input === null ? ', not null' : ''}`;
    case 'invalid_value':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return unionInWords(issue);
    case 'too_small':
      if (issue.origin === 'array')
        return `must have at least ${issue.minimum} item${issue.minimum === 1 ? '' : 's'}`;
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.minimum} or more`;
    case 'too_big':
      return `must be ${issue.maximum} or less`;
    case 'invalid_format':
      if (issue.format === 'url') return 'must be a URL, such as https://example.com/picture.jpg';
      if (issue.format === 'guid') return `must be a UUID, such as ${exampleIdentifier}`;
      return issue.message;
    case 'unrecognized_keys':
      return `Unrecognized key${issue.keys.length === 1 ? '' : 's'}: ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    default:
      return issue.message;
  }
};

const article = (type: string) => {
  if (type === 'int') return 'an integer';
  if (type === 'record' || type === 'object') return 'an object';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
};

const unionInWords = (issue: Extract<Issue, { code: 'invalid_union' }>) => {
  if (issue.input === undefined) return 'is missing';
  if ('options' in issue && Array.isArray(issue.options)) return `must be one of ${issue.options.join(', ')}`;
  return issue.message;
};

/** `['images', 0, 'url']` → `images[0].url`. */
export const dotted = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    '',
  );

/** What a failed check found, in the order of the fields, each fault once. */
export const faultsOf = ({ issues }: { issues: readonly Issue[] }): Fault[] =>
  issues.map((issue) => ({ path: dotted(issue.path), message: inWords(issue) }));

/**
 * Holds a value against a schema: the rules it breaks, none where it is fine. With `anyConstants` a text passes where the
 * schema has a list, or a form, of constants: a deployment may have newer ones.
 */
export const faultsIn = (
  schema: z.ZodMiniType,
  value: unknown,
  { anyConstants = false }: { anyConstants?: boolean } = {},
): Fault[] => {
  const { error } = schema.safeParse(value, { reportInput: true });
  if (!error) return [];
  return faultsOf({ issues: error.issues.filter((issue) => !(anyConstants && isOtherConstant(issue))) });
};

const isOtherConstant = (issue: Issue): boolean =>
  (issue.code === 'invalid_value' || (issue.code === 'invalid_format' && issue.format === 'regex')) &&
  typeof issue.input === 'string' &&
  issue.input !== '';
