import type { AnyCommand, CommandEffect, Example, Leaf, Tree } from '../cli/command.ts';
import { globalFlags } from '../cli/global-flags.ts';
import { version } from '../cli/version.ts';
import type { Flags, Value } from '../flags/values.ts';
import { defined } from '../json/defined.ts';
import type { Schema } from '../json/schema.ts';
import { flagName } from '../words/resale-line.ts';
import { usageOf } from './help-screen.ts';
import { answersOf, type DescribedAnswers, errorSchema, exitCodesOf, inputSchema } from './schemas.ts';
import { exitCodeRows, variables } from './topics/in-and-out.ts';
import { topics } from './topics.ts';

export interface DescribedValue {
  placeholder: string;
  type: 'string' | 'integer' | 'number';
  description: string;
  choices?: readonly string[];
  default?: string | number;
  field?: string;
  /** What completion looks for. */
  complete?: NonNullable<Value<unknown>['complete']>;
  repeatable: boolean;
}

export interface DescribedArgument extends DescribedValue {
  optional: boolean;
}

/** A flag as it is typed; one without a value is of the type `boolean`. */
export type DescribedFlag = { name: string; short?: string; group: string; variable?: string } & (
  | DescribedValue
  | { type: 'boolean'; description: string; repeatable: false }
);

export interface DescribedCommand extends DescribedAnswers {
  path: string;
  summary: string;
  details?: string;
  usage: readonly string[];
  arguments: readonly DescribedArgument[];
  flags: readonly DescribedFlag[];
  examples: readonly Example[];
  next?: string;
  takesCommand: boolean;
  /** What it does to the shop or to this machine, whether it asks for what is missing, and with which flags any of it is repeatable. */
  effect: CommandEffect & { asksForMissing: boolean; repeatableWith?: string };
  /** If flags or words make it another effect: these, and the effect. */
  otherEffects?: readonly { with: string; effect: CommandEffect }[];
  input: Schema;
  /** JSON Schema of the line that it prints on stderr if it fails, and the exit codes that it may end with. */
  errors: Schema;
  exitCodes: readonly number[];
}

interface DescribedGroup {
  name: string;
  summary: string;
}

/** The whole tool as plain data. */
export interface Description {
  name: 'resale';
  version: string;
  summary: string;
  about: string;
  globalFlags: readonly DescribedFlag[];
  groups: readonly DescribedGroup[];
  commands: readonly DescribedCommand[];
  topics: readonly { name: string; summary: string }[];
  environment: readonly { name: string; meaning: string }[];
  exitCodes: readonly { code: number; meaning: string }[];
}

/** Loads every command of the tree, and describes everything that can be typed, for help, completion and programs. */
export const describe = async (tree: Tree): Promise<Description> => ({
  name: 'resale',
  version,
  summary: 'The command line of an online resale shop.',
  about:
    'It lists returned items, closes listings, grades returns, looks shops up, changes the inventory of thousands of listings and says row by row what became of each, and streams the product feed. It carries a sandbox, the whole service in miniature, to try all of it on.',
  globalFlags: describeFlags(globalFlags, 'Global flags'),
  groups: tree.flatMap((top) => ('children' in top ? [{ name: top.name, summary: top.summary }] : [])),
  commands: await Promise.all(
    tree.flatMap((top) =>
      'children' in top
        ? top.children.map((leaf) => describeLeaf(leaf, `${top.name} ${leaf.name}`))
        : [describeLeaf(top, top.name)],
    ),
  ),
  topics: topics.map(({ name, summary }) => ({ name, summary })),
  environment: variables.map(([name, meaning]) => ({ name, meaning })),
  exitCodes: exitCodeRows.map(([code, meaning]) => ({ code: Number(code), meaning })),
});

const describeLeaf = async (leaf: Leaf, path: string): Promise<DescribedCommand> => {
  const definition: AnyCommand = await leaf.load();
  const { details, next, effectWith } = definition;
  const { fields, otherFields, ...schemas } = await answersOf(definition);
  return {
    path,
    summary: leaf.summary,
    ...(details === undefined ? {} : { details }),
    usage: usageOf(`resale ${path}`, definition),
    arguments: Object.values(definition.arguments).map((argument) => ({
      ...describeValue(argument),
      optional: argument.optional === true || argument.orFlags !== undefined,
    })),
    flags: describeFlags(definition.flags, 'Flags'),
    fields,
    ...(otherFields && { otherFields }),
    examples: definition.examples,
    ...(next === undefined ? {} : { next }),
    takesCommand: definition.takesCommand === true,
    effect: {
      ...definition.effect,
      asksForMissing: definition.walkThrough !== undefined,
      ...(definition.takesRows ? { repeatableWith: '--from --run' } : {}),
    },
    ...(effectWith && {
      otherEffects: Object.entries(effectWith).map(([words, effect]) => ({ with: words, effect })),
    }),
    input: inputSchema(definition),
    ...schemas,
    errors: errorSchema,
    exitCodes: exitCodesOf(definition),
  };
};

const describeFlags = (flags: Flags, group: string): DescribedFlag[] =>
  Object.entries(flags).map(([name, flag]) => ({
    ...defined({
      name: flagName(name),
      short: flag.short && `-${flag.short}`,
      group: flag.group ?? group,
      variable: flag.variable,
    }),
    ...('toggle' in flag
      ? { type: 'boolean', description: flag.description, repeatable: false }
      : describeValue(flag)),
  }));

const describeValue = (value: Value<unknown>): DescribedValue =>
  defined({
    placeholder: value.placeholder,
    type: value.type ?? ('string' as const),
    description: value.description,
    choices: value.choices,
    default: value.default,
    field: value.field,
    complete: value.complete,
    repeatable: 'many' in value,
  });
