import { Advised } from '../cli/errors.ts';
import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Conversation } from './interview.ts';
import { changeAnswer } from './review.ts';
import { tell } from './show.ts';
import type { Answers } from './subject.ts';

/** The service refused what was sent; another answer may be accepted. */
interface Refusal {
  /** What the service said, with its status; on a second line what to do about it, if that is known. */
  inWords: string;
  serviceMessage: string;
}

/** Returns an error as a refusal; undefined if the credentials were refused, or something else failed. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  const call = error instanceof Advised ? error.cause : error;
  if (!(call instanceof CallError && call.refusesThisCall)) return undefined;
  const { status, serviceMessage, detail } = call.facts;
  const advice = error instanceof Advised ? `\n${error.advice}` : '';
  return {
    inWords: `The service refused it (${status}): ${harmless(serviceMessage ?? detail)}${advice}`,
    serviceMessage: serviceMessage ?? '',
  };
};

/**
 * Shows why the service refused some items, and lets the user change an answer; throws the error if none is changed, or if it is
 * not a refusal.
 */
export const changedAfterRefusal = async (
  conversation: Conversation,
  said: readonly Answers[],
  error: unknown,
): Promise<readonly Answers[]> => {
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  tell(conversation.invocation, refusal.inWords);
  const likely = flagNamedIn(refusal.serviceMessage, conversation.subject.flags);
  const changed = await changeAnswer(conversation, said, likely);
  if (changed === undefined) throw error;
  return changed;
};

/** The flag whose field is named in a text of the service. */
export const flagNamedIn = (text: string, flags: Flags): string | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
};
