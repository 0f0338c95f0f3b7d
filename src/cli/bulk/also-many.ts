import type { RunOptions } from '../../bulk/journal/manifest.ts';
import type { Operation } from '../../changes/operation.ts';
import { type AnsweredField, answeredFields } from '../../changes/outcome.ts';
import type { Arguments, Flags, FlagValues } from '../../flags/values.ts';
import { flagName } from '../../words/resale-line.ts';
import type { AnyCommand, Command, CommandAnswer } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { reportFields } from './columns.ts';
import { type BulkFlags, bulkFlags, inventoryBulkFlags } from './flags.ts';
import type { Defaults, RunRequest } from './run.ts';

/** How a command handles the rows of --from. */
interface RowsOfCommand<F extends Flags, M extends Flags> {
  /** Loads the operation, only when --from is given. */
  operation(): Promise<Operation>;
  /** Its rows change inventories, so that they may close listings, and have old values that a plan can pin. */
  changesInventory?: true;
  /** Additional flags that need --from. */
  flags?: M;
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
  const needRows = Object.keys(ownFlags).filter((name) => name !== 'from' && name !== 'template');
  return {
    ...one,
    takesRows: true,
    arguments: Object.fromEntries(
      Object.entries(single.arguments).map(([name, argument]) => [
        name,
        { ...argument, orFlags: [...(argument.orFlags ?? []), 'from'] },
      ]),
    ),
    flags: { ...single.flags, ...ownFlags },
    conflicts: [
      ...(single.conflicts ?? []),
      '--from --template',
      // Of many rows, --dry-run shows the plan.
      '--from --curl',
      ...(many.changesInventory ? ['--run --plan'] : []),
    ],
    needs: { ...single.needs, ...Object.fromEntries(needRows.map((name) => [flagName(name), '--from'])) },
    answer(flags, format) {
      const answer = one.answer?.(flags, format) ?? {};
      return (flags as unknown as BulkFlags).from === undefined
        ? answer
        : { shape: 'records', fields: reportFields(answersOf(answer, many)) };
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
      const request: RunRequest = { operation, options, originOf, shard, failedOut, planTo };
      return flags.run === undefined
        ? (await import('./from-file.ts')).runFile(invocation, request, from)
        : (await import('./named-run.ts')).runNamed(invocation, request, from, flags.run);
    },
  };
};

/** What reports of rows have besides: of inventories their state, else what the answer about one item has as well. */
const answersOf = <F extends Flags, M extends Flags>(
  { fields = [] }: CommandAnswer,
  { changesInventory }: RowsOfCommand<F, M>,
): AnsweredField[] =>
  changesInventory
    ? ['state']
    : answeredFields.filter((name) =>
        fields.some(({ field }) => field === (name === 'wanted' ? 'condition' : name)),
      );
