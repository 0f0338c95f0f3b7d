import { explain, Failure } from '../failure/failure.ts';
import { notFound, unconfirmed } from '../failure/kinds.ts';
import type { CallError } from '../http/call-error.ts';
import { type Advice, prefixed, proposal } from '../words/advice.ts';
import { lineAgain } from '../words/resale-line.ts';
import type { UsageFault } from './flags/values.ts';

/** The command line, or a file that it names, is invalid; no request was sent. */
export class UsageError extends Failure {
  constructor(
    readonly faults: readonly UsageFault[],
    hint?: Advice,
  ) {
    super(faults.map(({ name, message }) => (name ? `${name} ${message}` : message)).join('; '), {
      code: 'usage',
      exit: 'usage',
      hint,
      field: faults[0]?.field,
    });
  }
}

export const helpOn = ({ path }: { path: string }): Advice =>
  proposal('For help:', lineAgain({ path, flags: { help: true }, globals: {} }));

/** The requested thing does not exist, by the service's own word. Each refusal is a 404; the first is quoted. */
export const nothingThere = (
  message: string,
  hint?: Advice,
  refusals: readonly CallError[] = [],
): Failure => {
  const [refusal] = refusals;
  if (!refusal) return notFound(message, hint);
  const { status, requestId, serviceMessage, method, url } = refusal.facts;
  return notFound(
    `${message}; the service said: ${serviceMessage}`,
    withRequest(`That was ${method} ${url}; is the base URL right?`, hint),
    { status, requestId },
  );
};

/** A line to type stays at the end. */
const withRequest = (request: string, hint: Advice = ''): Advice =>
  typeof hint === 'object' ? prefixed(request, hint) : prefixed(hint, request);

/** Another error, with advice from the command that met it. */
export class Advised extends Failure {
  constructor(
    override readonly cause: Error,
    readonly advice: Advice,
  ) {
    super(cause.message, { ...explain(cause), hint: advice }, { cause });
  }
}

/** A change needs a yes, but the answer was no. */
export const declined = (what: string, message = 'Nothing was changed'): Failure =>
  unconfirmed(what, undefined, { message, deliberate: true });
