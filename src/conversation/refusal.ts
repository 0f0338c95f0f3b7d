import { Advised } from '../cli/errors.ts';
import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';

/** The service refused what was answered, and another answer may help. */
interface Refusal {
  /** What it said; on a second line what to do, if that is known. */
  inWords: string;
  /** The answer that is most likely to be changed, by our name for its flag. */
  likely: string | undefined;
}

/** An error as a refusal by the service; undefined if the credentials were refused, or something else failed. */
export const refusalOf = (error: unknown, flags: Flags): Refusal | undefined => {
  const call = error instanceof Advised ? error.cause : error;
  if (!(call instanceof CallError && call.refusesThisCall)) return undefined;
  const { status, serviceMessage, detail } = call.facts;
  const advice = error instanceof Advised ? `\n${error.advice}` : '';
  return {
    inWords: `The service refused it (${status}): ${harmless(serviceMessage ?? detail)}${advice}`,
    likely: flagNamedIn(serviceMessage ?? '', flags),
  };
};

/** The flag whose field is named in a text of the service. */
export const flagNamedIn = (text: string, flags: Flags): string | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
};
