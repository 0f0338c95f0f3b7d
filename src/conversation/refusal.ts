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
  /** What the service said, with its status; on a second line what to do about it, where that is known. */
  inWords: string;
  serviceMessage: string;
}

/** The refusal that an error is; undefined where the service refused whoever sent it, or something else failed. */
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
 * Tells why the service refused some items, and lets an answer be changed; throws the error where none is, or where it is
 * no refusal.
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

/** Of some flags the one whose field a text of the service names. */
export const flagNamedIn = (text: string, flags: Flags): string | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
};
