import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';

/** Whether the service refused what was sent, and not whoever sent it: another answer may do. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.refusesThisCall;

/** What the service said, with its status, in one line. */
export const refusalInWords = ({ facts }: CallError): string =>
  `The service refused it (${facts.status}): ${harmless(facts.serviceMessage ?? facts.detail)}`;

/** Of some flags the one whose field a text of the service names. */
export const flagNamedIn = <F extends Flags>(text: string, flags: F): keyof F | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
};
