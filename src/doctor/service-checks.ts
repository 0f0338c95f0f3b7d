import type { WireAnswer } from '../http/sending.ts';
import type { Invocation } from '../line/invocation.ts';
import { sandboxProfile } from '../profiles/sandbox-profile.ts';
import { endpoints } from '../service/endpoints.ts';
import { proposal } from '../words/advice.ts';
import { counted } from '../words/counted.ts';
import { resaleLine } from '../words/resale-line.ts';
import { type Check, type CheckResult, failed, ok, skipped, warning } from './examine.ts';
import { nameAdvice, refused } from './fit/compare-fields.ts';
import { Deployment, type Read } from './fit/deployment.ts';
import { feedChecks, listingChecks, type ReadProducts, shopChecks } from './fit/reads.ts';
import { clockAheadMs, clockTolerance, formatClockDifference } from './service-clock.ts';

type Answered = { answer: WireAnswer; milliseconds: number; at: number };

/** Sends one request, compares the clocks, and compares the deployment with its dialect. */
export async function* serviceChecks(
  invocation: Invocation,
  domain: string | undefined,
  readProducts: ReadProducts,
): AsyncGenerator<Check> {
  let answered: Answered | undefined;
  let deployment: Deployment | undefined;
  let first: Read | undefined;
  yield {
    name: 'request',
    needs: ['profile', 'connection'],
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
  yield { name: 'clock', needs: ['profile', 'connection'], run: () => clockOutcome(answered) };
  if (deployment && first && !first.refusal?.refusesCredentials)
    yield* fitChecks(invocation, deployment, first, domain, readProducts);
  else
    yield { name: 'dialect', needs: ['request'], run: () => skipped('the service refuses the credentials') };
}

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

const readFirst = async (deployment: Deployment): Promise<{ read: Read; outcome?: CheckResult }> => {
  const ask = () =>
    deployment.read(endpoints.listListings.path, { [deployment.dialect.query.pageSize ?? 'limit']: '1' });
  const read = await ask();
  const { refusal } = read;
  if (refusal === undefined) {
    deployment.confirm(...Object.keys(namedHeaders).map((header) => `dialect.header.${header}`));
    return { read };
  }
  const outcome = failed(refusal);
  if (!refusal.refusesCredentials)
    return {
      read,
      outcome: refusal.facts.status === 400 ? { ...outcome, advice: nameAdvice('query.pageSize') } : outcome,
    };
  const message = refusal.facts.serviceMessage ?? '';
  const set = deployment.adopt(
    Object.fromEntries(
      Object.entries(namedHeaders).flatMap(([header, form]) => {
        const [name] = form.exec(message) ?? [];
        return name === undefined ? [] : [[`dialect.header.${header}`, name]];
      }),
    ),
  );
  if (Object.keys(set).length === 0) return { read, outcome };
  const again = await ask();
  const { clientId, authenticationKey } = deployment.dialect.header;
  const then = again.refusal ? `also ${refused(again.refusal).found}` : 'accepted';
  const found = `${outcome.found} ${clientId} and ${authenticationKey}: ${then}`;
  return { read: again, outcome: { ...outcome, found, advice: undefined, set } };
};

const namedHeaders = {
  clientId: /\bX-[A-Za-z][A-Za-z0-9]{0,63}-Client-Id\b/i,
  authenticationKey: /\bX-[A-Za-z][A-Za-z0-9]{0,63}-Authentication-Key\b/i,
};

/** Compares a deployment's answers with the dialect of the profile. The last check lists the settings to change. */
async function* fitChecks(
  invocation: Invocation,
  deployment: Deployment,
  first: Read,
  domain: string | undefined,
  readProducts: ReadProducts,
): AsyncGenerator<Check> {
  yield* listingChecks(deployment, first);
  yield* shopChecks(deployment, domain, yield* feedChecks(invocation, deployment, readProducts));
  yield { name: 'dialect', run: async () => dialectOutcome(deployment, await profileToSet(invocation)) };
}

/** The profile to correct; undefined if the service comes from elsewhere. */
const profileToSet = async ({ profile }: Invocation): Promise<string | undefined> => {
  const { name, sources } = await profile();
  return sources.baseUrl === 'profile' && name !== sandboxProfile.name ? name : undefined;
};

/** All settings to change, as a line to type. */
const dialectOutcome = (deployment: Deployment, profile: string | undefined): CheckResult => {
  const set = deployment.proposal();
  const reads = counted(deployment.reads, 'read');
  const settings = Object.entries(set);
  if (settings.length === 0) return ok(`nothing to set, after ${reads}; writes were not tried`);
  const words = settings.flatMap(([setting, name]) => {
    const [, word] = /^dialect\.(serviceName|commerceName)$/.exec(setting) ?? [];
    return word === undefined ? [] : [[word, name]];
  });
  const names = settings.flatMap(([setting, name]) =>
    /^dialect\.\w+Name$/.test(setting) ? [] : [`${setting.replace('dialect.', '')}=${name}`],
  );
  const line = resaleLine('profiles set', [profile ?? 'NAME'], {
    ...Object.fromEntries(words),
    ...(names.length > 0 && { dialect: names }),
  });
  const where = profile === undefined ? 'in a profile for this service' : `in the profile ${profile}`;
  const found = `${counted(settings.length, 'setting')} should change (${reads})`;
  return warning(found, proposal(`To set ${settings.length === 1 ? 'it' : 'them'} ${where}:`, line), { set });
};
