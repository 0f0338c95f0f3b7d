import type { CallError } from '../../http/call-error.ts';
import { brokenRules } from '../../service/broken-rules.ts';
import { counted, firstOf } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { type CheckResult, ok, skipped, warning } from '../examine.ts';
import { type Deployment, type DialectChanges, fieldsIn } from './deployment.ts';

type Schema = Parameters<typeof brokenRules>[0];

interface Sample {
  objects: readonly unknown[];
  shape: Readonly<Record<string, Schema>>;
  optional?: readonly string[];
  constants?: Readonly<Record<string, readonly string[]>>;
  /** Whether each field has a type of its own, by which it is recognized. Otherwise, names must be similar. */
  areToldByForm?: boolean;
}

const mostNames = 12;

/** A list of names, cut to a limit. */
export const namesIn = (names: readonly string[]): string => firstOf(names, mostNames);

export const fieldsOutcome = (count: number, what: string, ...reports: readonly Report[]): CheckResult => {
  const of = (part: 'missing' | 'unseen' | 'extra' | 'wrong') => reports.flatMap((report) => report[part]);
  const set: DialectChanges = Object.assign({}, ...reports.map((report) => report.set));
  const changes = Object.entries(set);
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${namesIn(names)}`];
  const isRight = changes.length + of('missing').length + of('wrong').length === 0;
  if (count === 0 && isRight) return skipped(`there is no ${what} to look at`);
  const found = [
    `${counted(count, what)}${isRight ? ', as documented' : ''}`,
    ...changes.map(([setting, name]) =>
      setting.endsWith(`.${name}`)
        ? `${name} has its documented name`
        : `${setting.split('.').at(-1)} comes as ${name}`,
    ),
    ...of('wrong'),
    ...list('missing', of('missing')),
    ...list('optional, and not seen', of('unseen')),
    ...list('not documented', of('extra')),
  ].join('; ');
  if (changes.length > 0) return { status: 'warning', found, set };
  return isRight ? ok(found) : warning(found, otherNames);
};

const otherNames = `If the service has other names for these, set them with --dialect: see \`${resaleLine('help dialects')}\`.`;

type Report = ReturnType<typeof compare>;

export const compare = (
  deployment: Deployment,
  { objects, shape, optional = [], constants = {}, areToldByForm = false }: Sample,
) => {
  const fields = Object.keys(shape);
  const names = [...new Set(objects.flatMap((object) => Object.keys(fieldsIn(object))))];
  const nameOf = (field: string) => deployment.dialect.field[field] ?? field;
  const values = (name: string) => objects.map((object) => fieldsIn(object)[name]);
  const faultOf = (field: string, value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    const { constant } = deployment.dialect;
    if (typeof value === 'string' && constants[field])
      return constants[field].some((one) => (constant[one] ?? one) === value)
        ? undefined
        : `comes as ${value}, which is not documented`;
    return shape[field] && brokenRules(shape[field], value, { anyConstants: true })[0]?.message;
  };
  const isFaulty = (field: string, name: string) => values(name).some((value) => faultOf(field, value));

  const seen = fields.filter((field) => names.includes(nameOf(field)));
  deployment.confirm(...seen.map((field) => `dialect.field.${field}`));
  const absent = objects.length === 0 ? [] : fields.filter((field) => !seen.includes(field));
  const others = names.filter((name) => !seen.some((field) => nameOf(field) === name));
  const fits = (field: string, name: string) =>
    (areToldByForm || isAlike(field, name)) && !isFaulty(field, name);
  const set = { ...deployment.adopt(paired('field', absent, others, fits)) };
  for (const [field, documented] of Object.entries(constants)) {
    const strange = values(nameOf(field)).filter((value) => faultOf(field, value) !== undefined);
    Object.assign(
      set,
      deployment.adopt(paired('constant', documented, [...new Set(strange)].map(String), isAlike)),
    );
  }
  const missing = absent.filter((field) => set[`dialect.field.${field}`] === undefined);
  return {
    set,
    missing: missing.filter((field) => !optional.includes(field)),
    unseen: missing.filter((field) => optional.includes(field)),
    extra: others.filter((name) => !Object.values(set).includes(name)),
    wrong: fields.flatMap((field) => {
      const fault = values(nameOf(field))
        .map((value) => faultOf(field, value))
        .find(Boolean);
      return fault === undefined ? [] : [`${field} ${fault}`];
    }),
  };
};

/** Whether a name ends in the words of ours: `martTags` and `their_tags` in those of `commerceTags`, `THEIR_OPEN` in `OPEN`. */
const isAlike = (ours: string, name: string): boolean => {
  const end = wordsIn(ours).join('');
  const words = wordsIn(name);
  const ends = words.map((_, at) => words.slice(at).join(''));
  return ends.includes(end) || ends.includes(end.replace(/^(?:service|commerce)/, ''));
};

/** `productTitle` → `product`, `title` */
const wordsIn = (name: string): string[] =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u);

/** The settings that pair one of our names with the only one of theirs that fits it, if that fits no other of ours. */
const paired = (
  group: 'field' | 'constant',
  ours: readonly string[],
  theirs: readonly string[],
  fits: (own: string, name: string) => boolean,
): DialectChanges =>
  Object.fromEntries(
    ours.flatMap((own) => {
      const [name, ...more] = theirs.filter((one) => fits(own, one));
      const isShared = ours.some((other) => other !== own && fits(other, name ?? ''));
      return name === undefined || more.length > 0 || isShared ? [] : [[`dialect.${group}.${own}`, name]];
    }),
  );

/** The advice about a name that no read reveals. */
export const nameAdvice = (name: string): string =>
  `Ask the service's provider for its name, and set it with --dialect ${name}=NAME.`;

/** A refusal as a clause: `refused (400): unknown parameter`. */
export const refused = (error: CallError): CheckResult => {
  const { status, serviceMessage } = error.facts;
  const reason = serviceMessage === undefined ? '' : `: ${serviceMessage.replace(/\.$/, '')}`;
  return { status: 'failed', found: `refused (${status})${reason}`, error };
};
