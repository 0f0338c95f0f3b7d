import type { Bundle } from '../network/authorities.ts';
import { UnusableAuthorities } from '../network/errors.ts';
import type { Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { Io } from '../terminal/io.ts';
import { authoritiesFinding, connectionFindings, proxyFinding } from './connection.ts';
import { type Finding, failed, found, ok, skipped, warning } from './finding.ts';
import { cacheFinding, journalFinding, type Run } from './kept.ts';
import { directoryFindings, nodeFinding, terminalFinding, toolFinding } from './machine.ts';
import { type Ask, requestFindings } from './request.ts';

/** What there is to examine. Whatever fails is a finding, and keeps nothing else from being looked at. */
export interface Patient {
  io: Io;
  nodeVersion: string;
  noColor: boolean;
  profile: () => Promise<ActiveProfile>;
  /** Fails where its key is for another origin. */
  refuseForeignKey: () => Promise<void>;
  /** Where its credentials come from, in words. */
  keysFrom: (profile: ActiveProfile) => string;
  /** Where the service is, though its profile may be incomplete; undefined where nothing tells. */
  url: () => Promise<URL | undefined>;
  bundle: () => Promise<Bundle | undefined>;
  network: () => Promise<Network>;
  timeoutMs: number;
  ask: Ask;
  runs: () => AsyncIterable<Run>;
}

/** Looks at one thing after the other, from this machine to the service, and tells of each as soon as it is known. */
export async function* examine(patient: Patient): AsyncGenerator<Finding> {
  const { io } = patient;
  yield nodeFinding(patient.nodeVersion);
  yield toolFinding();
  yield terminalFinding(io, patient.noColor);
  // Before anything else touches them, and closes those that were open.
  for (const finding of directoryFindings(io)) yield await finding;
  const profile = await found('profile', async () => {
    await patient.refuseForeignKey();
    return profileFinding(patient, await patient.profile());
  });
  yield profile;
  yield* wayFindings(patient, profile);
  yield await found('cache', () => cacheFinding(io));
  yield await found('journal', () => journalFinding(patient.runs()));
}

const profileFinding = ({ keysFrom }: Patient, profile: ActiveProfile): Finding => {
  const { name = 'none, the environment says it all', origin, notices } = profile;
  const told = `${name}: ${origin}, keys from ${keysFrom(profile)}`;
  return notices.length === 0
    ? ok('profile', told)
    : warning('profile', told, notices.map((notice) => `${notice}.`).join(' '));
};

/** All that lies between this machine and the service. */
async function* wayFindings(patient: Patient, profile: Finding): AsyncGenerator<Finding> {
  const { io, timeoutMs } = patient;
  yield await found('authorities', async () => authoritiesFinding(await patient.bundle(), io));
  const url = await patient.url();
  if (url === undefined) {
    for (const check of ['proxy', 'dns', 'tcp', 'tls', 'request', 'clock'])
      yield skipped(check, 'nothing says where the service is');
    return;
  }
  let isReached = true;
  try {
    const network = await patient.network();
    yield proxyFinding(url, network.proxyFor(url), io);
    for await (const finding of connectionFindings({ url, network, timeoutMs })) {
      if (finding.status === 'failed') isReached = false;
      yield finding;
    }
  } catch (error) {
    isReached = false;
    // The authorities are a finding of their own.
    yield error instanceof UnusableAuthorities
      ? skipped('proxy', 'the authorities are not known')
      : failed('proxy', error);
    for (const check of ['dns', 'tcp', 'tls']) yield skipped(check, 'the way is not known');
  }
  if (isReached && profile.status !== 'failed') return yield* await requestFindings(patient.ask);
  const why = isReached ? 'there is no profile to ask with' : 'the service is not reached';
  for (const check of ['request', 'clock']) yield skipped(check, why);
}
