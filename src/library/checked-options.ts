import * as z from 'zod/mini';
import { InvalidInput } from '../http/call-error.ts';
import { brokenRulesOf } from '../service/broken-rules.ts';

const number = (isFine: (value: number) => boolean, rule: string) =>
  z.custom<number>((value) => typeof value === 'number' && isFine(value), `must be ${rule}`);

const whole = number(Number.isSafeInteger, 'a whole number');
const inventory = number((value) => Number.isSafeInteger(value) && value >= 0, 'a whole number of 0 or more');
const fromZero = z.optional(number((value) => value >= 0, 'a number of 0 or more'));
const aboveZero = z.optional(number((value) => value > 0, 'a number above 0'));
/** Checked where it is used. */
const any = z.optional(z.unknown());
const isThere = z.optional(z.unknown().check(z.refine((value) => value !== null, 'must not be null')));
const text = z.optional(z.string());
const signal = z.optional(
  z.custom(
    (value) => typeof (value as Partial<AbortSignal> | null)?.addEventListener === 'function',
    'must be an AbortSignal',
  ),
);

const change = { signal, mayClose: z.optional(z.boolean()) };
const selection = { signal, state: any, pageSize: any, after: any };

const kinds = {
  call: z.strictObject({ signal }),
  page: z.strictObject(selection),
  listings: z.strictObject({
    ...selection,
    limit: z.optional(number((value) => Number.isSafeInteger(value) && value > 0, 'a whole number above 0')),
  }),
  set: z.strictObject({ ...change, quantity: inventory, expect: z.optional(inventory) }),
  adjust: z.strictObject({ ...change, delta: whole }),
  feed: z.strictObject({ signal, cacheDirectory: text }),
  client: z.strictObject({
    ...{ baseUrl: any, clientId: text, apiKey: text, dialect: any },
    ...{ timeoutMs: aboveZero, maxRetries: fromZero, maxWaitMs: fromZero, settleMs: fromZero },
    ...{ rate: aboveZero, signal },
    // A sandbox can be handed over as it is.
    ...{ shopId: any, domain: any, sku: any, listings: any, close: any },
  }),
  sandbox: z.strictObject({
    ...{ listings: isThere, products: any, faults: isThere, rate: any, dialect: any },
    ...{ seed: z.optional(whole), reopens: z.optional(z.boolean()) },
  }),
} as const;

export type Kind = keyof typeof kinds;

/** The options of a call, or an error that names everything wrong with them: in plain JavaScript, nothing else would notice. */
export const checkOptions = <Options extends object>(
  kind: Kind,
  input: Options | null | undefined,
): Options => {
  const options = input ?? ({} as Options);
  const { error } = kinds[kind].safeParse(options, { reportInput: true });
  if (error === undefined) return options;
  throw new InvalidInput(brokenRulesOf(error, Object.keys(kinds[kind].shape)));
};
