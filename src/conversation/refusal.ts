import { Advised } from '../cli/errors.ts';
import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { escapeControls } from '../terminal/escape-controls.ts';

/**
 * What the service said against the answers, on a second line what to do, and the answer that it most likely means, by our name for
 * its flag. Undefined if it refused the credentials, or something else failed.
 */
export const refusalOf = (
  error: unknown,
  flags: Flags,
): { inWords: string; likely: string | undefined } | undefined => {
  const call = error instanceof Advised ? error.cause : error;
  if (!(call instanceof CallError && call.refusesThisCall)) return undefined;
  const { status, serviceMessage, detail } = call.facts;
  const advice = error instanceof Advised ? `\n${error.advice}` : '';
  return {
    inWords: `The service refused it (${status}): ${escapeControls(serviceMessage ?? detail)}${advice}`,
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
