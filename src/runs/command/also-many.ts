import type { Fields, Operation } from '../../changes/operation.ts';
import { type AnsweredField, answeredFields } from '../../changes/outcome.ts';
import type { AnyCommand, Command, CommandAnswer } from '../../line/command.ts';
import type { Arguments, Flags, FlagValues } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { flagName } from '../../words/resale-line.ts';
import type { PlanOptions } from '../plan/plan-lines.ts';
import { reportFields } from '../report/row-columns.ts';
import { type BulkFlags, bulkFlags, inventoryBulkFlags } from '../request/bulk-flags.ts';
import type { RunRequest } from '../request/run-request.ts';

type OwnOptions = Partial<PlanOptions> & Pick<PlanOptions, 'onConflict'>;

interface RowsOfCommand<F extends Flags, M extends Flags> {
  /** Loaded only when --from is used. */
  operation(): Promise<Operation>;
  /** Rows may close listings. */
  changesInventory?: true;
  flags?: M;
  defaults?(invocation: Invocation, flags: FlagValues<F>): Promise<Fields>;
  /** Options from the command's own flags, which override the common ones. */
  options(flags: FlagValues<F> & FlagValues<M>, invocation: Invocation): OwnOptions | Promise<OwnOptions>;
}

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
      Object.entries(one.arguments).map(([name, argument]) => [
        name,
        { ...argument, orFlags: [...(argument.orFlags ?? []), 'from'] },
      ]),
    ),
    flags: { ...one.flags, ...ownFlags },
    conflicts: [...(single.conflicts ?? []), '--from --template', '--run --plan'],
    needs: { ...single.needs, ...Object.fromEntries(needRows.map((name) => [flagName(name), '--from'])) },
    answerWith: {
      ...one.answerWith,
      from: { shape: 'records', fields: reportFields(answersOf(one.answer, many)) },
    },
    async run(invocation, input) {
      const flags = input.flags as unknown as BulkFlags & FlagValues<F> & FlagValues<M>;
      if (flags.template !== undefined)
        return (await import('../draft/template.ts')).writeTemplate(
          await many.operation(),
          flags.template,
          invocation,
        );
      const { from, shard, failedOut, plan: planTo } = flags;
      if (from === undefined) return one.run(invocation, input);
      const { sheet, skipInvalid, ignoreExtra, concurrency, maxClose, maxChange } = flags;
      const operation = await many.operation();
      const defaults = await many.defaults?.(invocation, flags);
      const rowOptions = { sheet, skipInvalid, ignoreExtra, maxClose, maxChange, defaults };
      const options = { ...rowOptions, ...(await many.options(flags, invocation)) };
      const request: RunRequest = { operation, options, shard, concurrency, failedOut, planTo };
      return flags.run === undefined
        ? (await import('./from-file.ts')).runFile(invocation, request, from)
        : (await import('./named-run.ts')).runNamed(invocation, request, from, flags.run);
    },
  };
};

const answersOf = <F extends Flags, M extends Flags>(
  { fields = [] }: CommandAnswer = {},
  { changesInventory }: RowsOfCommand<F, M>,
): AnsweredField[] =>
  changesInventory
    ? ['stateBefore']
    : answeredFields.filter((name) =>
        fields.some(({ field }) => field === (name === 'wanted' ? 'condition' : name)),
      );
