import type { RunOptions } from '../../bulk/journal/manifest.ts';
import type { Operation } from '../../changes/operation.ts';
import { type AnsweredField, answeredFields } from '../../changes/outcome.ts';
import {
  type Arguments,
  type Flags,
  type FlagValues,
  orFlagWords,
  type UsageFault,
} from '../../flags/values.ts';
import { flagName } from '../../words/resale-line.ts';
import type { AnyCommand, Command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { planIsNoCurl } from '../preview.ts';
import { reportFields } from './columns.ts';
import { type BulkFlags, bulkFlags, inventoryBulkFlags } from './flags.ts';
import type { Defaults, FileRequest } from './session.ts';

/** How a command handles the rows of --from. */
interface RowsOfCommand<F extends Flags, M extends Flags> {
  /** Loads the operation, only when --from is given. */
  operation(): Promise<Operation>;
  /** Its rows change inventories, so that they may close listings, and have old values that a plan can pin. */
  changesInventory?: true;
  /** Additional flags that need --from. */
  flags?: M;
  /** Flags that can't be combined with --from, each with the reason. */
  notWithRows?: { readonly [Name in keyof F]?: string };
  /** Faults of flags that don't go together with rows. */
  check?(flags: FlagValues<F> & FlagValues<M>): UsageFault[];
  /** What the other flags of one item fill in where a row leaves it out. */
  defaults?(invocation: Invocation, flags: FlagValues<F>): Promise<Defaults>;
  /** What its own flags say of the run; it overrides what those of any command do. */
  options(flags: FlagValues<F> & FlagValues<M>): Partial<RunOptions> & Pick<RunOptions, 'onConflict'>;
}

/** Extends a command for one item so that it also takes many rows with --from. */
export const alsoMany = <
  const A extends Arguments,
  const F extends Flags,
  const M extends Flags = Record<never, never>,
>(
  single: Command<A, F>,
  many: RowsOfCommand<F, M>,
): AnyCommand => {
  const one = single as unknown as AnyCommand;
  const ownFlags: Flags = {
    ...many.flags,
    ...bulkFlags,
    ...(many.changesInventory ? inventoryBulkFlags : {}),
  };
  return {
    ...one,
    takesRows: true,
    arguments: Object.fromEntries(
      Object.entries(single.arguments).map(([name, argument]) => [name, { ...argument, optional: true }]),
    ),
    flags: { ...single.flags, ...ownFlags },
    shape: (flags) =>
      (flags as unknown as BulkFlags).from === undefined ? (one.shape?.(flags) ?? 'record') : 'records',
    fieldsFor: (flags) =>
      (flags as unknown as BulkFlags).from === undefined ? undefined : reportFields(answersOf(single, many)),
    async check(invocation, input) {
      const { from } = input.flags as BulkFlags;
      // Also if its name can't be read: then nothing else is missing.
      if (invocation.line.flags.template !== undefined)
        return from === undefined ? [] : [{ name: '--template', message: 'does not go with --from' }];
      if (from !== undefined)
        return [
          ...withRows(input, single.arguments, many.notWithRows ?? {}),
          ...(many.check?.(input.flags as FlagValues<F> & FlagValues<M>) ?? []),
          ...(many.defaults ? saidWrongly(await one.check?.(invocation, input), input.flags) : []),
          ...planIsNoCurl(invocation.settings, 'with --from'),
          ...planIsNoRun(input.flags as BulkFlags),
        ];
      const own = (await one.check?.(invocation, input)) ?? [];
      return [...missing(input, single.arguments), ...own, ...withoutRows(input.flags, ownFlags)];
    },
    async run(invocation, input) {
      const flags = input.flags as unknown as BulkFlags & FlagValues<F> & FlagValues<M>;
      if (flags.template !== undefined)
        return (await import('./template.ts')).writeTemplate(
          await many.operation(),
          flags.template,
          invocation,
        );
      const { from, shard, failedOut, plan: planTo } = flags;
      if (from === undefined) return one.run(invocation, input);
      const { sheet, skipInvalid, ignoreExtra, concurrency, maxClose, maxChange } = flags;
      const { settle } = invocation.settings;
      const operation = await many.operation();
      const { fields: defaults, originOf } = (await many.defaults?.(invocation, flags)) ?? {};
      const given = { sheet, skipInvalid, ignoreExtra, concurrency, maxClose, maxChange, settle, defaults };
      const options = { ...given, ...many.options(flags) };
      const request: FileRequest = { operation, options, from, originOf, shard, failedOut, planTo };
      return flags.run === undefined
        ? (await import('./from-file.ts')).runFile(invocation, request)
        : (await import('./named-run.ts')).runNamed(invocation, request, flags.run);
    },
  };
};

/** What reports of rows have besides: of inventories their state, else what the answer about one item has as well. */
const answersOf = <F extends Flags, M extends Flags>(
  { columns = [] }: Pick<AnyCommand, 'columns'>,
  { changesInventory }: RowsOfCommand<F, M>,
): AnsweredField[] =>
  changesInventory
    ? ['state']
    : answeredFields.filter((name) =>
        columns.some(({ field }) => field === (name === 'wanted' ? 'condition' : name)),
      );

const planIsNoRun = ({ plan, run }: BulkFlags): UsageFault[] =>
  plan === undefined || run === undefined
    ? []
    : [{ name: '--plan', message: 'does not go with --run: it begins no run' }];

type Given = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

const missing = (
  { arguments: given, flags }: { arguments: Given; flags: Given },
  named: Arguments,
): UsageFault[] =>
  Object.entries(named)
    .filter(
      ([name, { optional, orFlags = [] }]) =>
        !optional && !isGiven(given[name]) && !orFlags.some((flag) => isGiven(flags[flag])),
    )
    .map(([, argument]) => ({
      name: argument.placeholder,
      message: `is missing${orFlagWords(argument, 'many rows with --from FILE')}`,
    }));

const withRows = (
  { arguments: given, flags }: { arguments: Given; flags: Given },
  named: Arguments,
  notWithRows: Readonly<Record<string, string | undefined>>,
): UsageFault[] => [
  ...Object.entries(named)
    .filter(([name]) => isGiven(given[name]))
    .map(([, { placeholder }]) => ({ name: placeholder, message: 'does not go with --from' })),
  ...Object.values(named)
    .flatMap(({ orFlags = [] }) => orFlags)
    .filter((name) => isGiven(flags[name]))
    .map((name) => ({
      name: flagName(name),
      message: 'does not go with --from, whose rows name their listings',
    })),
  ...Object.entries(notWithRows)
    .filter(([name]) => isGiven(flags[name]))
    .map(([name, reason]) => ({ name: flagName(name), message: `does not go with --from: ${reason}` })),
];

/** Of the faults of one item, those of flags that were given: the rows may have what is missing. */
const saidWrongly = (faults: readonly UsageFault[] = [], flags: Given): UsageFault[] =>
  faults.filter(({ name }) =>
    Object.keys(flags).some((flag) => flagName(flag) === name && isGiven(flags[flag])),
  );

const withoutRows = (flags: Given, ownFlags: Flags): UsageFault[] =>
  Object.keys(ownFlags)
    .filter((name) => isGiven(flags[name]))
    .map((name) => ({ name: flagName(name), message: 'needs --from' }));
