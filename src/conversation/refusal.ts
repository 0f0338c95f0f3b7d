import { Advised } from '../cli/errors.ts';
import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Conversation } from './interview.ts';
import { changeAnswer } from './review.ts';
import { tell } from './show.ts';
import type { Answers, Objection } from './subject.ts';

/** An error as a refusal by the service; undefined if the credentials were refused, or something else failed. */
export const refusalOf = (error: unknown, flags: Flags): Objection | undefined => {
  const call = error instanceof Advised ? error.cause : error;
  if (!(call instanceof CallError && call.refusesThisCall)) return undefined;
  const { status, serviceMessage, detail } = call.facts;
  const advice = error instanceof Advised ? `\n${error.advice}` : '';
  return {
    inWords: `The service refused it (${status}): ${harmless(serviceMessage ?? detail)}${advice}`,
    likely: flagNamedIn(serviceMessage ?? '', flags),
  };
};

/** Shows why something was not accepted, and lets the user change an answer. Undefined if none is changed. */
export const changedAfterRefusal = (
  conversation: Conversation,
  said: readonly Answers[],
  { inWords, likely, done }: Objection,
): Promise<readonly Answers[] | undefined> => {
  tell(conversation.invocation, inWords);
  return changeAnswer(conversation, said, { likely, none: done && 'none of them: leave it as it is' });
};

/** The flag whose field is named in a text of the service. */
export const flagNamedIn = (text: string, flags: Flags): string | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
};
