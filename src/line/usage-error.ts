import { type FittingListing, formatFittingListing } from '../changes/listing-name.ts';
import { explain, Failure } from '../failure/failure.ts';
import { notFound } from '../failure/kinds.ts';
import type { CallError } from '../http/call-error.ts';
import { type Advice, prefixed, proposal } from '../words/advice.ts';
import { lineAgain } from '../words/resale-line.ts';
import type { UsageFault } from './flags/values.ts';

/** The command line, or what it names, breaks rules; nothing was sent. */
export class UsageError extends Failure {
  readonly faults: readonly UsageFault[];
  constructor(faults: readonly UsageFault[] | string, hint?: Advice, isHintForPrograms?: boolean) {
    const known = typeof faults === 'string' ? [] : faults;
    super(
      typeof faults === 'string'
        ? faults
        : faults.map(({ name, message }) => (name ? `${name} ${message}` : message)).join('; '),
      { code: 'usage', exit: 'usage', hint, isHintForPrograms, field: known[0]?.field },
    );
    this.faults = known;
  }
}

export const helpOn = ({ path }: { path: string }): Advice =>
  proposal('For help:', lineAgain({ path, flags: { help: true }, globals: {} }));

/** What was asked for does not exist, although the service answered. Each refusal is an answer of 404, the first is quoted. */
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

/** A line to type stays the last. */
const withRequest = (request: string, hint: Advice = ''): Advice =>
  typeof hint === 'object' ? prefixed(request, hint) : prefixed(hint, request);

/** Nothing went wrong: there is only nothing to choose from. */
export const noRuns = (message: string): Failure =>
  new Failure(message, { code: 'not-found', exit: 'notFound', deliberate: true });

/** A change is for one listing, but its name fits several: as many of them as were kept. */
export const ambiguousName = (name: string, candidates: readonly FittingListing[]): Failure =>
  new Failure(`several listings have ${name}`, {
    code: 'ambiguous-name',
    exit: 'usage',
    details: candidates.map(formatFittingListing),
    hint: 'Nothing was changed. Name the one that you mean by its ID.',
  });

/** Another error, with advice from the command that met it. */
export class Advised extends Failure {
  constructor(
    override readonly cause: Error,
    readonly advice: Advice,
  ) {
    super(cause.message, { ...explain(cause), hint: advice }, { cause });
  }
}

/** What the service sent is complete, but does not match its description. */
export const notAsDocumented = (message: string): Failure =>
  new Failure(message, {
    code: 'bad-answer',
    exit: 'failed',
    hint: 'Tell whoever runs the service.',
  });

export const notJson = (request: string, problem = 'is not JSON'): Failure =>
  new Failure(`the answer to ${request} ${problem}`, {
    code: 'bad-answer',
    exit: 'failed',
    hint: 'To print it as it came: -o table',
  });

/** A change needs a yes, but the answer was no; or nobody could be asked, and `again` is the line that says it. */
export const noYes = (what: string, again?: string): Failure =>
  new Failure(
    what,
    again === undefined
      ? { code: 'not-confirmed', exit: 'usage', message: 'Nothing was changed', deliberate: true }
      : {
          code: 'not-confirmed',
          exit: 'usage',
          hint: proposal('Nothing was changed. To do it without being asked:', again),
        },
  );

export const programNotRun = (message: string, isMissing: boolean): Failure =>
  new Failure(
    message,
    isMissing
      ? { code: 'usage', exit: 'missing', hint: 'Is it on the PATH?' }
      : { code: 'usage', exit: 'notRunnable', hint: 'Is it executable?' },
  );
