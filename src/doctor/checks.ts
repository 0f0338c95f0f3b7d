import type { ClientEvent } from '../client/exchange.ts';
import type { WireAnswer } from '../client/sending.ts';
import { clockAheadMs, clockTolerance, clockWords } from '../client/service-clock.ts';
import type { Bundle } from '../network/authorities.ts';
import type { Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import { baseUrlFrom } from '../profiles/where-from.ts';
import type { Io } from '../terminal/io.ts';
import { type Check, type CheckResult, ok, skipped, warning } from './check.ts';
import { authoritiesOutcome, connectionChecks } from './connection.ts';
import type { Read } from './fit/deployment.ts';
import { type Fit, fitChecks, readFirst } from './fit/fit.ts';
import { cacheOutcome, journalOutcome, type ShownRun } from './kept.ts';
import { directoryChecks, nodeOutcome, terminalOutcome } from './machine.ts';
import { type ProfileInUse, profileOutcome, serviceUrl } from './profile.ts';

/** What there is to examine. */
export interface Patient extends ProfileInUse {
  io: Io;
  nodeVersion: string;
  /** The version of this tool. */
  version: string;
  noColor: boolean;
  /** The file of additional authorities, and the network with it; undefined means that the profile can't be read. */
  bundle(profile: ActiveProfile | undefined): Bundle | undefined;
  network(profile: ActiveProfile | undefined): Promise<Network>;
  timeoutMs: number;
  /** The deployment, whose answers are observed. */
  fit(observe: (event: ClientEvent) => void): Promise<Fit>;
  runs(): AsyncIterable<ShownRun>;
}

/** One thing after the other, from this machine to the service. */
export async function* checksOf(patient: Patient): AsyncGenerator<Check> {
  const { io, timeoutMs } = patient;
  yield { name: 'node', run: () => nodeOutcome(patient.nodeVersion) };
  yield { name: 'resale', run: () => ok(patient.version) };
  yield { name: 'terminal', run: () => terminalOutcome(io, patient.noColor) };
  // First of all: whatever reads these directories closes those that are open to others.
  yield* directoryChecks(io);
  yield { name: 'profile', run: () => profileOutcome(patient) };
  // What is wrong with the profile was told; the way to the service may be known all the same.
  const active = await patient.profile().catch(() => undefined);
  const url = await serviceUrl(patient);
  yield { name: 'authorities', run: () => authoritiesOutcome(patient.bundle(active), io) };
  yield* connectionChecks({
    needs: url ? ['authorities'] : ['profile'],
    url: url ?? new URL('https://nowhere.invalid'),
    urlFrom: active && baseUrlFrom(active),
    network: () => patient.network(active),
    timeoutMs,
    io,
  });
  yield* serviceChecks(patient);
  yield { name: 'cache', run: () => cacheOutcome(io) };
  yield { name: 'journal', run: () => journalOutcome(patient.runs(), url?.origin) };
}

/** One request, what its answer says about the clock, and, if it was answered, whether the deployment is as its dialect says. */
async function* serviceChecks(patient: Patient): AsyncGenerator<Check> {
  let answered: { answer: WireAnswer; milliseconds: number; at: number } | undefined;
  let fit: Fit | undefined;
  let first: Read | undefined;
  yield {
    name: 'request',
    needs: ['profile', 'tls'],
    async run() {
      fit = await patient.fit((event) => {
        if (event.kind === 'answer') answered ??= { ...event, at: Date.now() };
      });
      const { read, outcome } = await readFirst(fit.deployment);
      first = read;
      return outcome ?? ok(`answered 200 in ${answered?.milliseconds.toFixed(0)} ms`);
    },
  };
  yield { name: 'clock', run: () => clockOutcome(answered) };
  if (fit && first && !first.refusal?.refusesCredentials) yield* fitChecks(fit, first);
  else
    yield { name: 'dialect', needs: ['request'], run: () => skipped('the service refuses the credentials') };
}

/** How far this machine's clock is from the service's. */
const clockOutcome = (answered: { answer: WireAnswer; at: number } | undefined): CheckResult => {
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
