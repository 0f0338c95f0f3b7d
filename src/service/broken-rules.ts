import type * as z from 'zod/mini';
import { didYouMean } from '../words/nearest.ts';
import { addressFault } from './addresses.ts';
import { exampleIdentifier } from './identifier.ts';

/** A rule that a value breaks: a dotted path, and words that can follow the name of the field. */
export interface BrokenRule {
  path: string;
  message: string;
  /** Nothing stands there: it can be asked for, or filled in. */
  isMissing?: true;
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
      if (issue.origin === 'array') return `must have at most ${issue.maximum} items`;
      return `must be ${issue.maximum} or less`;
    case 'invalid_format':
      if (issue.format === 'url') return addressFault(String(issue.input)) ?? issue.message;
      if (issue.format === 'guid') return `must be a UUID, such as ${exampleIdentifier}`;
      return issue.message;
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

/** The rules that a failed check found broken, in the order of the fields. `known` are the names that may have been meant. */
export const brokenRulesOf = (
  { issues }: { issues: readonly Issue[] },
  known: readonly string[] = [],
): BrokenRule[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: dotted([...issue.path, key]),
          message: `is not known${didYouMean(key, known)}`,
        }))
      : [{ path: dotted(issue.path), message: inWords(issue), ...(isMissing(issue) && { isMissing: true }) }],
  );

const isMissing = (issue: Issue): boolean =>
  ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code)
    ? issue.input === undefined
    : issue.code === 'custom' && issue.params?.isMissing === true;

/** The rules that a value breaks. With `anyConstants` any text passes for a constant, since a deployment may have newer ones. */
export const brokenRules = (
  schema: z.ZodMiniType,
  value: unknown,
  { anyConstants = false }: { anyConstants?: boolean } = {},
): BrokenRule[] => {
  const { error } = schema.safeParse(value, { reportInput: true });
  const issues = error?.issues.filter((issue) => !(anyConstants && isOtherConstant(issue))) ?? [];
  const hidden = hiddenNames(value);
  const rules = brokenRulesOf({ issues });
  return [...hidden, ...rules.filter(({ path }) => hidden.length === 0 || !/\b__proto__$/.test(path))];
};

/** Refuses a name that zod passes over, so that a value under it would be neither checked nor counted. */
const hiddenNames = (value: unknown, path: readonly PropertyKey[] = []): BrokenRule[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [
    ...(Object.hasOwn(value, '__proto__')
      ? [{ path: dotted(path), message: 'must not have a property named __proto__' }]
      : []),
    ...[...inner].flatMap(([name, part]) => hiddenNames(part, [...path, name])),
  ];
};

const isOtherConstant = (issue: Issue): boolean =>
  issue.code === 'invalid_value' && typeof issue.input === 'string' && issue.input !== '';
