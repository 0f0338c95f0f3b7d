import { nearest } from '../words/nearest.ts';
import { resaleLine } from '../words/resale-line.ts';
import type { Tree } from './command.ts';

/** Verbs that other tools use for the same thing; whoever knows one of them finds the others. */
const sameVerbs = [
  'list ls all search',
  'get show view read describe find',
  'create add new make',
  'close remove delete rm end prune',
  'set update edit change',
  'adjust increment add',
  'fetch download pull get',
  'use switch select',
  'check test verify',
  'lookup get show view find search list ls all',
].map((verbs) => verbs.split(' '));

/** What other tools call a whole command, and what is done here with a command of another noun. */
const elsewhere: Readonly<Record<string, string>> = {
  login: 'init',
  auth: 'init',
  setup: 'init',
  config: 'init',
  configure: 'init',
  logout: 'profiles remove',
  whoami: 'profiles check',
  ping: 'doctor',
  status: 'doctor',
  version: '--version',
  show: 'listings get',
  products: 'feed fetch',
  stock: 'inventory set',
  returns: 'grade',
  tour: 'sandbox demo',
  logs: 'runs list',
  history: 'runs list',
  'listings open': 'inventory set',
  'listings reopen': 'inventory set',
  'listings restock': 'inventory set',
  'listings update': 'inventory set',
  'listings set': 'inventory set',
  'listings adjust': 'inventory adjust',
  'inventory get': 'listings get',
  'inventory show': 'listings get',
  'inventory list': 'listings list',
  'inventory ls': 'listings list',
};

/**
 * The words after `resale` that a word probably stands for that is no command: what other tools call it, the command that ends
 * with it, or the nearest one. `path` is what was read before it.
 */
export const meantCommand = (
  word: string,
  path: readonly string[],
  children: Tree,
  topics: readonly string[],
): string | undefined => {
  const typed = word.toLowerCase();
  const known = [...children.map(({ name }) => name), ...topics];
  const verbs = (child: Tree[number]): readonly string[] =>
    'children' in child ? child.children.map(({ name }) => `${child.name} ${name}`) : [child.name];
  const all = children.flatMap(verbs);
  const endingWith = (verb: string) => all.find((words) => words.split(' ').at(-1) === verb);
  const others = sameVerbs.filter((same) => same.includes(typed)).flat();
  const line = [...path, typed].join(' ');
  if (Object.hasOwn(elsewhere, line)) return elsewhere[line];
  const meant = [typed, ...others].map(endingWith).find(Boolean) ?? nearest(word, known);
  return meant === undefined ? undefined : [...path, meant].join(' ');
};

/** Flags that other tools have for the same thing. */
const flagsElsewhere: Readonly<Record<string, string>> = {
  '-v': '--debug',
  '--verbose': '--debug',
  '-f': '--from',
  '--file': '--from',
  '--input': '--from',
  '--force': '--yes',
  '--format': '--output',
  '--query': '--jq',
  '--filter': '--jq',
  '--silent': '--quiet',
  '--region': '--base-url',
  '--host': '--base-url',
  '--url': '--base-url',
};

const doctor = `\`${resaleLine('doctor')}\``;

/** What is typed in place of a flag that only another command has, or none any more. */
const inPlaceOf: Readonly<Record<string, string>> = {
  '--csv-for': '-o xlsx',
  '--separator': '-o xlsx',
  'listings list --sku': `\`${resaleLine('listings get', [], { sku: 'SKU' })}\``,
  'listings list --external-id': `\`${resaleLine('listings get', [], { externalId: 'X' })}\``,
  'profiles check --deep': doctor,
  'profiles check --apply': doctor,
  'profiles check --domain': doctor,
  'doctor --apply': 'the line that the check `dialect` ends with',
};

/** What an unknown flag probably stands for; commander finds those that are only misspelt. */
export const meantFlag = (flag: string, path: string, known: readonly string[]): string | undefined => {
  const other = inPlaceOf[`${path.replace(/^resale /, '')} ${flag}`] ?? inPlaceOf[flag];
  if (other !== undefined) return other;
  const meant = flag === '-v' && path === 'resale' ? '--version' : flagsElsewhere[flag];
  return meant !== undefined && known.includes(meant) ? meant : undefined;
};

/** The flags of `profiles set` and what stood in their place before. */
const settingsBefore: Readonly<Record<string, string>> = {
  baseUrl: '--base-url URL',
  clientId: '--client-id ID',
  shopId: '--shop-id ID',
  output: '--default-output FORMAT',
  rate: '--rate RATE',
  caBundle: '--ca-bundle FILE',
  protected: '--protected, or --unset protected',
  readOnly: '--read-only, or --unset read-only',
  'dialect.serviceName': '--service-name WORD',
  'dialect.commerceName': '--commerce-name WORD',
};

/** What is typed in place of a KEY=VALUE of `profiles set`. The value is not repeated: it may be a key. */
export const meantSetting = (path: string, word: string): string | undefined => {
  const [, name = ''] = /^([\w.]+)=/.exec(word) ?? [];
  if (!path.endsWith(' profiles set') || name === '') return undefined;
  if (Object.hasOwn(settingsBefore, name)) return settingsBefore[name];
  return name.startsWith('dialect.') ? '--dialect NAME=VALUE' : undefined;
};
