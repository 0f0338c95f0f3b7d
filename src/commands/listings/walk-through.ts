import type { Result, Shown } from '../../terminal/columns.ts';
import { confirm } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import type { TypedTexts } from '../command.ts';
import { NotConfirmed, UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';
import type { Answers } from '../questions/answers.ts';
import { commandLine, offerLine } from '../questions/command-line.ts';
import { readyToSend } from '../questions/ready-to-send.ts';
import { whereOf } from '../where.ts';
import { creationFlagNames, judged, type Walk } from './creation-answers.ts';
import { showAnswers } from './creation-card.ts';
import { createdColumns } from './creation-columns.ts';
import { type KeptAnswers, keptAnswers } from './creation-draft.ts';
import { interview, type Progress } from './creation-questions.ts';
import { offerDraft } from './offer-draft.ts';
import { sendListing } from './send-listing.ts';

/** Asks for a listing, creates it, and offers to go on with the next one. */
export const walkThroughCreation = async (invocation: Invocation, typed: TypedTexts): Promise<Result> => {
  await readyToSend(invocation);
  const said = creationFlagNames.flatMap((name) =>
    typed.flags[name] === undefined ? [] : [[name, typed.flags[name] as string | readonly string[]]],
  );
  const walk = { invocation, noCheck: typed.flags.noCheck === true };
  return { kind: 'results', results: oneAfterTheOther(walk, Object.fromEntries(said)) };
};

async function* oneAfterTheOther(walk: Walk, typed: Answers): AsyncGenerator<Result> {
  const { invocation, noCheck } = walk;
  const kept = await keptAnswers(invocation);
  try {
    let beginning = await offerDraft(walk, kept, typed);
    for (let count = 0; ; count += 1) {
      const answers = await agreedOn(walk, beginning, kept);
      if (answers === undefined && count > 0) return;
      if (answers === undefined) throw new NotConfirmed('The listing was not sent', true);
      yield await outcomeOf(walk, answers, kept);
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

/** Asks until there is a listing that is to be created; undefined where it is not. */
const agreedOn = async (walk: Walk, beginning: Progress, kept: KeptAnswers): Promise<Answers | undefined> => {
  const { invocation } = walk;
  let progress = beginning;
  for (;;) {
    const said = await interview(walk, progress, (now) => kept.keep(now));
    const { payload, faults } = await judged(walk, said);
    if (faults.length > 0) throw new UsageError(faults);
    const answers = { ...said, shopId: String(payload.shopId) };
    showAnswers(invocation, answers);
    switch (await decisionOn(invocation, answers)) {
      case 'create':
        return answers;
      case 'change':
        progress = { answers: {}, defaults: answers };
        break;
      case 'forget':
        await kept.forget();
        return undefined;
      case 'stop':
        return undefined;
    }
  }
};

const decisionOn = async (invocation: Invocation, answers: Answers) => {
  if (invocation.settings.yes || invocation.settings.dryRun) return 'create';
  return askWhich(invocation.questionIo(), {
    message: `Create this listing in the shop ${answers.shopId} at ${await whereOf(invocation)}?`,
    isLast: true,
    choices: [
      { value: 'create', word: 'Create it' },
      {
        value: 'change',
        word: 'Change an answer',
        meaning: 'all questions again; Enter keeps what was said',
      },
      { value: 'stop', word: 'Stop here', meaning: 'the answers are kept for the next time' },
      { value: 'forget', word: 'Throw it away' },
    ] as const,
  });
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
