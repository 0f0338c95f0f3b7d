import { version } from '../../package.json';
import { defined } from '../json/defined.ts';
import type { AnyCommand, Leaf, Tree } from '../line/command.ts';
import type { Flags, Value } from '../line/flags/values.ts';
import { globalFlags } from '../line/global-flags.ts';
import { flagName } from '../words/resale-line.ts';
import { answersOf, errorSchema, exitCodesOf } from './answer-schemas.ts';
import { usageOf } from './help-lines.ts';
import { exitCodeRows, variables } from './topics/in-and-out.ts';
import { topics } from './topics.ts';

/** The whole tool as plain data, with every command of the tree, for help, completion and programs. */
export const describe = async (tree: Tree) => ({
  name: 'resale',
  version,
  summary: 'The command line of an online resale shop.',
  about:
    'It lists returned items, closes listings, grades returns and looks up shops; it changes the inventory of thousands of listings and reports the outcome of each row; it downloads the product feed. It includes a sandbox, the whole service in miniature, to try all of it.',
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

export type Description = Awaited<ReturnType<typeof describe>>;

const describeLeaf = async (leaf: Leaf, path: string) => {
  const definition: AnyCommand = await leaf.load();
  const { details, next, effectWith, examples, takesCommand, takesRows } = definition;
  const { fields, answer } = await answersOf(definition);
  return defined({
    /** The words after `resale`. */
    path,
    summary: leaf.summary,
    details,
    usage: usageOf(`resale ${path}`, definition),
    arguments: Object.values(definition.arguments).map((argument) => ({
      ...describeValue(argument),
      optional: argument.optional === true || argument.orFlags !== undefined,
    })),
    flags: describeFlags(definition.flags, 'Flags'),
    fields,
    examples,
    next,
    takesCommand: takesCommand === true,
    effect: {
      ...definition.effect,
      asksForMissing: definition.walkThrough !== undefined,
      ...(takesRows ? { repeatableWith: '--from --run' } : {}),
    },
    /** With these flags or words, it has another effect. */
    otherEffects:
      effectWith && Object.entries(effectWith).map(([words, effect]) => ({ with: words, effect })),
    answer,
    errors: errorSchema,
    exitCodes: exitCodesOf(definition),
  });
};

export type DescribedCommand = Awaited<ReturnType<typeof describeLeaf>>;

const describeFlags = (flags: Flags, group: string) =>
  Object.entries(flags).map(([name, flag]) => ({
    ...defined({
      name: flagName(name),
      short: flag.short && `-${flag.short}`,
      group: flag.group ?? group,
      variable: flag.variable,
    }),
    ...('toggle' in flag
      ? ({ type: 'boolean', description: flag.description, repeatable: false } as const)
      : describeValue(flag)),
  }));

export type DescribedFlag = ReturnType<typeof describeFlags>[number];

const describeValue = (value: Value<unknown>) =>
  defined({
    placeholder: value.placeholder,
    type: value.type ?? ('string' as const),
    description: value.description,
    choices: value.choices,
    takesOthers: value.takesOthers,
    min: value.min,
    max: value.max,
    default: value.default,
    field: value.field,
    complete: value.complete,
    repeatable: 'many' in value,
  });

export type DescribedValue = ReturnType<typeof describeValue>;
