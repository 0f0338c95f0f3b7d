import { UnknownOutcome } from '../../inventory/errors.ts';
import type { GradedItem } from '../../service/grading.ts';
import type { Result } from '../../terminal/columns.ts';
import { askWhether } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { table } from '../../terminal/table.ts';
import { colorLevel, themeOf } from '../../terminal/theme.ts';
import type { TypedTexts } from '../command.ts';
import { NotConfirmed } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';
import type { Answers } from '../questions/answers.ts';
import { commandLine, offerLine } from '../questions/command-line.ts';
import { readyToSend } from '../questions/ready-to-send.ts';
import { shellWord } from '../shell-word.ts';
import { whereOf } from '../where.ts';
import { gradedColumns, gradingFlags } from './flags.ts';
import { gradedResult } from './graded-result.ts';
import { askItem } from './questions.ts';

/** Asks for the items of one shipment, one after the other, and grades them with one request. */
export const walkThroughGrading = async (invocation: Invocation, typed: TypedTexts): Promise<Result> => {
  await readyToSend(invocation);
  const noCheck = typed.flags.noCheck === true;
  return { kind: 'results', results: gradeShipment(invocation, answersOf(typed), noCheck) };
};

const answersOf = ({ flags, operands: [id] }: TypedTexts): Answers => {
  const said = Object.keys(gradingFlags).flatMap((name) =>
    flags[name] === undefined ? [] : [[name, flags[name] as string | readonly string[]]],
  );
  return { ...(id === undefined ? {} : { id }), ...Object.fromEntries(said) };
};

async function* gradeShipment(
  invocation: Invocation,
  typed: Answers,
  noCheck: boolean,
): AsyncGenerator<Result> {
  const items: GradedItem[] = [];
  const said: Answers[] = [];
  let isOver = false;
  try {
    do {
      const { item, answers } = await askItem(invocation, items, items.length === 0 ? typed : {}, noCheck);
      items.push(item);
      said.push(answers);
    } while (await askWhether(invocation.questionIo(), 'Another item of this shipment?', false));
    showItems(invocation, items);
    const { settings } = invocation;
    if (!settings.yes && !settings.dryRun && !(await isAgreed(invocation, items.length)))
      throw new NotConfirmed('The items were not graded', true);
    const result = await outcomeOf(invocation, items, noCheck).catch((error: unknown) => {
      // It may have arrived, and a line that sends it again would be no help.
      isOver = error instanceof UnknownOutcome;
      throw error;
    });
    isOver = true;
    yield result;
    offerLine(invocation, 'The same in one line:', lineOf(invocation, items, said, noCheck));
  } finally {
    if (!isOver && items.length > 0)
      offerLine(invocation, 'What you answered, in one line:', lineOf(invocation, items, said, noCheck));
  }
}

const outcomeOf = async (invocation: Invocation, items: GradedItem[], noCheck: boolean): Promise<Result> => {
  const { settings } = invocation;
  const client = await invocation.connect({ signal: invocation.io.interruption, anyConstants: noCheck });
  if (settings.dryRun) return previewed([client.preview('gradeItems', { body: { items } })], settings);
  const { gradeItems } = await import('../../inventory/grade.ts');
  return gradedResult(await gradeItems(client, { items }));
};

const showItems = ({ io, settings, redact }: Invocation, items: readonly GradedItem[]): void => {
  const theme = themeOf(colorLevel(io.stderr, io.env, settings.noColor));
  const drawn = table(gradedColumns, { width: io.stderr.columns || 80, theme });
  io.stderr.write(redact(`\n${drawn.batch(items)}${drawn.end()}\n`));
};

const isAgreed = async (invocation: Invocation, count: number): Promise<boolean> =>
  askWhich(invocation.questionIo(), {
    message: `Grade ${count === 1 ? 'this item' : `these ${count} items`} at ${await whereOf(invocation)}?`,
    isLast: true,
    choices: [
      { value: true, word: `Grade ${count === 1 ? 'it' : 'them'}` },
      { value: false, word: 'Stop here', meaning: 'nothing is sent' },
    ],
  });

/** The command line that sends the same: one item by flags, several as rows. */
const lineOf = (
  { settings }: Invocation,
  items: readonly GradedItem[],
  said: readonly Answers[],
  noCheck: boolean,
): string => {
  const loosely = noCheck ? ['--no-check'] : [];
  const [only] = said;
  if (said.length === 1 && only) {
    const { id, ...flags } = only;
    return commandLine(['grade', String(id), ...loosely], settings, flags);
  }
  const rows = items.map((item) => shellWord(JSON.stringify(item))).join(' ');
  return `printf '%s\\n' ${rows} | ${commandLine(['grade', ...loosely], settings, { from: '-' })}`;
};
