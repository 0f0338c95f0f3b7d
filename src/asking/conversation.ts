import { UnknownOutcome } from '../changes/change-errors.ts';
import { explain } from '../failure/failure.ts';
import type { Many, Value } from '../line/flags/values.ts';
import type { Invocation } from '../line/invocation.ts';
import { whereOf } from '../line/permission.ts';
import { declined, UsageError } from '../line/usage-error.ts';
import { formats } from '../terminal/formats.ts';
import { askWhether, confirm } from '../terminal/prompts/ask-whether.ts';
import type { Result } from '../terminal/results.ts';
import { flagName, titleOf } from '../words/resale-line.ts';
import { askAnswer } from './ask-question.ts';
import { goOnWith, offerLine, showItems, tell } from './show-answers.ts';
import { type Answer, type Answers, type Question, type Subject, textsOf } from './subject.ts';

/**
 * A conversation about one subject: asks for missing values, shows all answers, and sends them if the user agrees. If it ends
 * early, it prints a line that continues from the answers; nothing is stored.
 */
export const converse = async (invocation: Invocation, subject: Subject, typed: Answers): Promise<Result> => {
  const { settings } = invocation;
  const hasReview = !settings.yes && !settings.dryRun;
  let asking = new Asking(invocation, subject, typed, subject.offered);
  try {
    if (hasReview) invocation.note('You will see everything before it is sent.');
    for (let count = 0; ; count += 1) {
      await asking.askItems();
      const { rounds, items } = asking;
      showItems(invocation, subject, rounds);
      const question = subject.question(rounds, await whereOf(invocation));
      if (hasReview && !(await confirm(invocation.questionIo(), question, subject.enterSends))) {
        if (count === 0) throw declined(question);
        offerLine(invocation, afterNo, await asking.lineThatGoesOn());
        return { kind: 'nothing' };
      }
      const result = await subject.send(items);
      asking.isUnsent = false;
      await invocation.show(result);
      offerLine(invocation, 'The same in one line:', subject.line(rounds, items));
      if (!(await wantsAnother(invocation, subject))) return { kind: 'nothing' };
      asking = new Asking(invocation, subject, {}, offersOf(subject, rounds));
    }
  } catch (error) {
    // If the request may have arrived, no line should send it again.
    if (asking.isUnsent && !(error instanceof UnknownOutcome))
      goOnWith(
        invocation,
        explain(error).code === 'not-confirmed' ? afterNo : 'To continue:',
        await asking.lineThatGoesOn(),
      );
    throw error;
  }
};

const afterNo = 'To send it after all:';

/** JSON output, and a dry run, consist of one document, so there is no next item. */
const wantsAnother = async (
  { format, settings, questionIo }: Invocation,
  { anotherOne }: Subject,
): Promise<boolean> => {
  if (!anotherOne || !formats[format()].isDrawn || settings.out !== undefined || settings.dryRun)
    return false;
  return confirm(questionIo(), anotherOne);
};

/** The answers that the next item probably shares with the last one. */
const offersOf = ({ offers }: Subject, rounds: readonly Answers[]): Answers =>
  Object.fromEntries(Object.entries(rounds.at(-1) ?? {}).filter(([name]) => offers.includes(name)));

/** Asks for everything that is missing from the items of one request. */
class Asking {
  /** The complete items, and the answers about each. */
  readonly items: unknown[] = [];
  readonly rounds: Answers[] = [];
  /** Whether there are answers that were not sent: then a line can continue from them. */
  isUnsent = false;

  constructor(
    private readonly invocation: Invocation,
    private readonly subject: Subject,
    /** The answers about the current item. */
    private answers: Answers,
    /** The defaults for its remaining questions. */
    private offered: Answers = {},
  ) {}

  async askItems(): Promise<void> {
    do await this.askItem();
    while (await this.beginsAnother());
  }

  has(id: Answer | undefined): boolean {
    return this.rounds.some((one) => one.id === id);
  }

  /** The line that continues from the answers after an error. */
  async lineThatGoesOn(): Promise<string> {
    const { invocation, subject, answers, rounds, items } = this;
    if (rounds.length > 0 && subject.nextItem) {
      // An incomplete item can't be in one line with others.
      if (answers.id !== undefined && !this.has(answers.id))
        invocation.note(`${answers.id} was not finished, and is left out.`);
      return subject.line(rounds, items);
    }
    const kept = rounds[0] ?? answers;
    return subject.line([kept], [(await subject.judge(kept, [])).item]);
  }

  private async beginsAnother(): Promise<boolean> {
    const { nextItem } = this.subject;
    if (nextItem === undefined) return false;
    this.answers = nextItem.shared;
    this.offered = {};
    const answer = await this.answerTo(nextItem.question, true);
    if (answer === '') return false;
    this.set(nextItem.question, answer);
    this.offered = offersOf(this.subject, this.rounds);
    return true;
  }

  /**
   * Asks for everything that one item lacks by the rules, then offers the optional questions. The rules check each answer
   * immediately.
   */
  private async askItem(): Promise<void> {
    for (let open = await this.openQuestion(); open; open = await this.openQuestion()) await this.ask(open);
    await this.askOptional();
    const { item, faults } = await this.subject.judge(this.answers, this.items);
    if (faults.length > 0) throw new UsageError(faults);
    this.rounds.push(this.subject.completed?.(this.answers, item) ?? this.answers);
    this.items.push(item);
  }

  private async openQuestion(): Promise<Question | undefined> {
    const { item, faults } = await this.subject.judge(this.answers, this.items);
    const missing = new Set(faults.map(({ name }) => name));
    return this.subject.questions.find(
      ({ name, when, unless = name }) =>
        this.answers[name] === undefined &&
        this.answers[unless] === undefined &&
        (missing.has(flagName(name)) || when?.(item, this.offered) === true),
    );
  }

  private async askOptional(): Promise<void> {
    const left = this.subject.questions.filter(
      ({ name, optional, when, unless = name }) =>
        optional && !when && this.answers[name] === undefined && this.answers[unless] === undefined,
    );
    if (left.length === 0) return;
    tell(this.invocation, `It can also have: ${left.map(({ name }) => titleOf(name)).join(', ')}.`);
    const isOffered = left.some(({ name }) => textsOf(this.offered[name]).length > 0);
    const wantsMore = await askWhether(this.invocation.questionIo(), 'Add more?', isOffered);
    for (const question of left) {
      if (wantsMore) await this.ask(question);
      else this.set(question, '');
    }
  }

  private async ask(question: Question): Promise<void> {
    const { [question.name]: _, ...others } = this.answers;
    const mayBeLeftOut =
      question.optional === true && (await this.problemWith(question, others)) === undefined;
    this.set(question, await this.answerTo(question, mayBeLeftOut));
  }

  private answerTo(question: Question, optional: boolean): Promise<Answer> {
    const { name, wordsAfter } = question;
    const words = wordsAfter?.(this.answers);
    return askAnswer(this.invocation.questionIo(), {
      question: words === undefined ? question : { ...question, words },
      flag: this.subject.flags[name] as Value<unknown> | Many<unknown>,
      optional,
      offered: this.offered[name],
      check: (answer) => this.problemWith(question, { ...this.answers, [name]: answer }),
      onEach: (texts) => this.set(question, texts),
    });
  }

  private set({ name }: Question, answer: Answer): void {
    this.answers = { ...this.answers, [name]: answer };
    this.isUnsent = true;
  }

  private async problemWith({ name }: Question, answers: Answers): Promise<string | undefined> {
    const { faults } = await this.subject.judge(answers, this.items);
    const fault = faults.find((one) => one.name === flagName(name));
    return fault && (fault.isMissing ? "It can't be left out." : `It ${fault.message}.`);
  }
}

/** Fails if answers could not be sent: without a profile, without credentials, or if nothing may be changed. */
export const readyToSend = async (invocation: Invocation): Promise<void> => {
  const profile = await invocation.profile();
  if (invocation.settings.dryRun) return;
  await invocation.refuseReadOnly();
  await profile.credentials();
};
