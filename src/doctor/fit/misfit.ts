import type { CallError } from '../../client/errors.ts';
import { counted, firstOf } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import type { Finding } from '../finding.ts';
import type { Deployment } from './deployment.ts';
import { fieldReport, type Shape } from './fields.ts';
import type { DialectChanges } from './words.ts';

/** Something about a deployment that does not fit: a finding with what to set, if that is known, and else with what to ask for. */
export const misfit = (
  check: string,
  status: 'warning' | 'failed',
  found: string,
  more: Pick<Finding, 'tried' | 'set' | 'error' | 'advice'> = {},
): Finding => ({ check, status, found, ...more, advice: more.advice ?? settingAdvice(more.set) });

/** What to do about names that were found. */
const settingAdvice = (set: DialectChanges | undefined): string | undefined =>
  set &&
  `Set ${Object.entries(set)
    .map((pair) => pair.join('='))
    .join(', ')}`;

/** A refusal as a clause: `refused (400): unknown parameter`. */
export const refusalWords = ({ facts }: CallError): string =>
  `refused (${facts.status})${facts.serviceMessage === undefined ? '' : `: ${facts.serviceMessage.replace(/\.$/, '')}`}`;

/** Whether a refusal finds fault with what was asked: perhaps with the names of parameters. */
export const isFaultFound = ({ facts: { status = 0 } }: CallError): boolean =>
  status === 400 || status === 422;

const mostNames = 12;

/** Names in a list that does not grow without end. */
export const namesIn = (names: readonly string[]): string => firstOf(names, mostNames);

/** What to do about a value of a field that is none of its constants. */
export const unknownAdvice = (field: string, constants: readonly string[]): string =>
  `If that is what the service calls one of its ${field === 'state' ? 'states' : 'conditions'}, set dialect.constant.${constants.join(' or dialect.constant.')}.`;

/** Whether objects that came have the documented fields, and which others they have. Names that were found are adopted. */
export const fieldsFinding = (
  deployment: Deployment,
  check: string,
  what: string,
  objects: readonly unknown[],
  shape: Shape,
  mayBeMissing: readonly string[] = [],
  /** Adopts what else the objects tell, once their fields are known. */
  adoptMore: () => DialectChanges = () => ({}),
  /** Says which constants of the objects are not documented, once the others are adopted, each with what to do about it. */
  unknownConstants: () => readonly { found: string; advice: string }[] = () => [],
): Finding => {
  const report = fieldReport(objects, shape, deployment.dialect.field, mayBeMissing);
  const { seen, missing, missingOptional, extra } = report;
  deployment.confirm(...seen.map((name) => `field.${name}`));
  const set = { ...deployment.adopt(report.changes), ...adoptMore() };
  const changes = Object.entries(set);
  const lost = missing.filter((field) => set[`dialect.field.${field}`] === undefined);
  const unknown = unknownConstants();
  const found = [
    `${counted(objects.length, what)} with ${seen.length === 0 ? 'no documented field' : namesIn(seen)}`,
    ...changes.map(([setting, name]) => `${setting.split('.').at(-1)} comes as ${name}`),
    ...unknown.map((one) => one.found),
    ...(lost.length > 0 ? [`missing: ${namesIn(lost)}`] : []),
    ...(missingOptional.length > 0 ? [`optional, and not seen: ${namesIn(missingOptional)}`] : []),
    ...(extra.length > 0 ? [`not documented: ${namesIn(extra)}`] : []),
  ].join('; ');
  if (changes.length > 0) return misfit(check, 'warning', found, { set });
  if (lost.length === 0 && unknown.length === 0) return { check, status: 'ok', found };
  const advice = [
    ...(lost.length > 0
      ? [
          `If the service has other names for these, set dialect.field.…: see \`${resaleLine('help dialects')}\`.`,
        ]
      : []),
    ...unknown.map((one) => one.advice),
  ].join(' ');
  return misfit(check, 'warning', found, { advice });
};
