import type { Invocation } from '../cli/invocation.ts';
import type { WireAnswer } from '../client/sending.ts';
import { clockAheadMs, clockTolerance, formatClockDifference } from '../client/service-clock.ts';
import { type Check, type CheckResult, ok, skipped, warning } from './check.ts';
import { Deployment, type Read } from './fit/deployment.ts';
import { fitChecks, readFirst } from './fit/fit.ts';

/** An answer of the service, and when it came. */
type Answered = { answer: WireAnswer; milliseconds: number; at: number };

/** One request, what its answer says about the clock, and, if it was answered, whether the deployment is as its dialect says. */
export async function* serviceChecks(
  invocation: Invocation,
  domain: string | undefined,
): AsyncGenerator<Check> {
  let answered: Answered | undefined;
  let deployment: Deployment | undefined;
  let first: Read | undefined;
  yield {
    name: 'request',
    needs: ['profile', 'tls'],
    async run() {
      const { dialect = {} } = await invocation.profile();
      deployment = new Deployment(invocation, dialect, (event) => {
        if (event.kind === 'answer') answered ??= { ...event, at: Date.now() };
      });
      const { read, outcome } = await readFirst(deployment);
      first = read;
      return outcome ?? ok(`answered 200 in ${answered?.milliseconds.toFixed(0)} ms`);
    },
  };
  yield { name: 'clock', needs: ['profile', 'tls'], run: () => clockOutcome(answered) };
  if (deployment && first && !first.refusal?.refusesCredentials)
    yield* fitChecks(invocation, deployment, first, domain);
  else
    yield { name: 'dialect', needs: ['request'], run: () => skipped('the service refuses the credentials') };
}

/** How far this machine's clock is from the service's. */
const clockOutcome = (answered: Answered | undefined): CheckResult => {
  if (answered === undefined) return skipped('the service did not answer');
  const ahead = clockAheadMs(answered.answer.headers, answered.at);
  if (ahead === undefined) return skipped('the service does not tell its time');
  if (Math.abs(ahead) > clockTolerance)
    return warning(
      `the clock of this machine is ${formatClockDifference(ahead)} the service's`,
      'Set the clock of this machine: whether a certificate is valid, and how long to wait, depends on it.',
    );
  return ok(`within ${Math.ceil(Math.abs(ahead) / 1000)} s of the service's`);
};
