import { feedOptions } from '../cli/feed/options.ts';
import { showDownload } from '../cli/feed/progress.ts';
import type { Invocation } from '../cli/invocation.ts';
import type { WireAnswer } from '../client/sending.ts';
import { clockAheadMs, clockTolerance, clockWords } from '../client/service-clock.ts';
import { firstProducts } from '../feed/first-products.ts';
import { sandboxProfile } from '../profiles/sandbox-profile.ts';
import { type Check, type CheckResult, ok, skipped, warning } from './check.ts';
import { Deployment, type Read } from './fit/deployment.ts';
import { type Fit, fitChecks, readFirst } from './fit/fit.ts';

/** An answer of the service, and when it came. */
type Answered = { answer: WireAnswer; milliseconds: number; at: number };

/** One request, what its answer says about the clock, and, if it was answered, whether the deployment is as its dialect says. */
export async function* serviceChecks(
  invocation: Invocation,
  domain: string | undefined,
): AsyncGenerator<Check> {
  let answered: Answered | undefined;
  let fit: Fit | undefined;
  let first: Read | undefined;
  yield {
    name: 'request',
    needs: ['profile', 'tls'],
    async run() {
      fit = await fitOf(invocation, domain, (answer) => {
        answered ??= answer;
      });
      const { read, outcome } = await readFirst(fit.deployment);
      first = read;
      return outcome ?? ok(`answered 200 in ${answered?.milliseconds.toFixed(0)} ms`);
    },
  };
  yield { name: 'clock', needs: ['profile', 'tls'], run: () => clockOutcome(answered) };
  if (fit && first && !first.refusal?.refusesCredentials) yield* fitChecks(fit, first);
  else
    yield { name: 'dialect', needs: ['request'], run: () => skipped('the service refuses the credentials') };
}

const fitOf = async (
  invocation: Invocation,
  domain: string | undefined,
  onAnswer: (answer: Answered) => void,
): Promise<Fit> => {
  const { io, redact, here } = invocation;
  const { dialect = {}, name, sources } = await invocation.profile();
  const isKept = sources.baseUrl === 'profile' && name !== sandboxProfile.name;
  return {
    domain,
    here,
    profile: isKept ? name : undefined,
    deployment: new Deployment({
      dialect,
      redact,
      connect: (spoken) =>
        invocation.connect({
          signal: io.interruption,
          dialect: spoken,
          // Each read is one request, and whatever becomes of it is told.
          retry: { maxRetries: 0 },
          observe(event) {
            if (event.kind === 'answer') onAnswer({ ...event, at: Date.now() });
          },
        }),
    }),
    async products(askLink) {
      const { observe, stop } = showDownload(invocation, true);
      try {
        const options = await feedOptions(invocation, 'refresh', observe);
        return await firstProducts({ ...options, ask: async () => ({ url: await askLink() }) });
      } finally {
        stop();
      }
    },
  };
};

/** How far this machine's clock is from the service's. */
const clockOutcome = (answered: Answered | undefined): CheckResult => {
  if (answered === undefined) return skipped('the service did not answer');
  const ahead = clockAheadMs(answered.answer.headers, answered.at);
  if (ahead === undefined) return skipped('the service does not tell its time');
  if (Math.abs(ahead) > clockTolerance)
    return warning(
      `the clock of this machine is ${clockWords(ahead)} the service's`,
      'Set the clock of this machine: whether a certificate is valid, and how long to wait, depends on it.',
    );
  return ok(`within ${Math.ceil(Math.abs(ahead) / 1000)} s of the service's`);
};
