import type { CommandLine } from '../../cli/command-line.ts';
import { Advised, NotConfirmed } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { createdColumns } from '../../cli/listings/creation-columns.ts';
import { creationFlags } from '../../cli/listings/creation-flags.ts';
import { withShopAdvice } from '../../cli/listings/shop-advice.ts';
import { previewed } from '../../cli/preview.ts';
import type { Result, Shown } from '../../terminal/columns.ts';
import { confirm } from '../../terminal/prompts/confirm.ts';
import type { Answers } from '../answers.ts';
import { commandLine, offerLine } from '../command-line.ts';
import { type KeptAnswers, keptAnswers, type Progress } from '../kept-answers.ts';
import { readyToSend } from '../ready-to-send.ts';
import { flagNamedIn, isRefusal, refusalInWords } from '../refusal.ts';
import { tellOfReview } from '../review.ts';
import { tell } from '../tell.ts';
import { agreedOn, changeOne } from './agree.ts';
import { type CreationFlag, creationFlagNames, judged, type Walk } from './creation-answers.ts';
import { offerDraft } from './offer-draft.ts';
import { sendListing } from './send-listing.ts';

/** Asks for a listing, creates it, and offers to go on with the next one. */
export const walkThroughCreation = async (invocation: Invocation, typed: CommandLine): Promise<Result> => {
  await readyToSend(invocation);
  const said = creationFlagNames.flatMap((name) =>
    typed.flags[name] === undefined ? [] : [[name, typed.flags[name] as string | readonly string[]]],
  );
  const walk = { invocation, noCheck: typed.flags.noCheck === true };
  return { kind: 'results', results: oneAfterTheOther(walk, Object.fromEntries(said)) };
};

async function* oneAfterTheOther(walk: Walk, typed: Answers): AsyncGenerator<Result> {
  const { invocation, noCheck } = walk;
  const kept = await keptAnswers(invocation, 'listing');
  try {
    let beginning = await offerDraft(walk, kept, typed);
    tellOfReview(invocation);
    for (let count = 0; ; count += 1) {
      const created = await createAgreed(walk, beginning, kept);
      if (created === undefined && count > 0) return;
      if (created === undefined) throw new NotConfirmed('The listing was not sent', true);
      const { answers, result } = created;
      yield result;
      const words = ['listings', 'create', ...(noCheck ? ['--no-check'] : [])];
      const line = commandLine(words, invocation.settings, answers);
      offerLine(invocation, 'The same in one line:', line);
      if (!mayBeMany(invocation)) return;
      if (!(await confirm(invocation.questionIo(), 'Another one?', true))) return;
      beginning = { answers: {}, defaults: commonOf(answers) };
    }
  } finally {
    if (kept.areThere())
      invocation.note('Your answers are kept: `resale listings create` offers to go on with them.');
  }
}

/** In JSON one answer is one document, and a request that is only shown is one, too. */
const mayBeMany = ({ format, settings }: Invocation): boolean =>
  format() === 'table' && settings.out === undefined && !settings.dryRun;

/** What the next item has in common with the last one, most likely. */
const commonOf = (answers: Answers): Answers =>
  Object.fromEntries(
    ['shopId', 'source', 'condition', 'category'].flatMap((name) => {
      const said = answers[name];
      return said === undefined ? [] : [[name, said]];
    }),
  );

/**
 * Creates what somebody agrees to; undefined where that is nothing. Where the service refuses it, its reason is told, and
 * an answer can be changed.
 */
const createAgreed = async (
  walk: Walk,
  beginning: Progress<CreationFlag>,
  kept: KeptAnswers,
): Promise<{ answers: Answers; result: Result } | undefined> => {
  let progress = beginning;
  for (;;) {
    const answers = await agreedOn(walk, progress, kept);
    if (answers === undefined) return undefined;
    try {
      return { answers, result: await outcomeOf(walk, answers, kept) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const advised = withShopAdvice(error, answers.shopId);
      const advice = advised instanceof Advised ? `\n${advised.advice}` : '';
      tell(walk.invocation, `${refusalInWords(error)}${advice}`);
      const named = flagNamedIn(error.facts.serviceMessage ?? '', creationFlags);
      const changed = await changeOne(walk, answers, named);
      if (changed === undefined) throw advised;
      await kept.keep(changed);
      progress = changed;
    }
  }
};

/** Creates the listing, or with --dry-run shows the request. */
const outcomeOf = async (walk: Walk, answers: Answers, kept: KeptAnswers): Promise<Result> => {
  const { invocation, noCheck } = walk;
  const client = await invocation.connect({ signal: invocation.io.interruption, anyConstants: noCheck });
  const { payload } = await judged(walk, answers);
  const body = payload as Parameters<typeof client.call<'createListing'>>[1]['body'];
  if (invocation.settings.dryRun)
    return previewed([client.preview('createListing', { body })], invocation.settings);
  const record: Shown = await sendListing(invocation, client, body, answers, kept);
  return { kind: 'record', record, columns: createdColumns };
};
