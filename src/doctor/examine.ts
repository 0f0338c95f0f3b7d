import type { Bundle } from '../network/authorities.ts';
import { UnusableAuthorities } from '../network/errors.ts';
import type { Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import { baseUrlFrom } from '../profiles/where-from.ts';
import type { Io } from '../terminal/io.ts';
import { authoritiesFinding, connectionFindings, proxyFinding } from './connection.ts';
import { type Finding, failed, found, skipped } from './finding.ts';
import { cacheFinding, journalFinding, type ShownRun } from './kept.ts';
import { directoryFindings, nodeFinding, terminalFinding } from './machine.ts';
import { type ProfileInUse, profileFinding, serviceUrl } from './profile.ts';
import { type Ask, requestFindings } from './request.ts';

/** What there is to examine. Whatever fails is a finding, and does not stop the rest from being examined. */
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
  ask: Ask;
  /** Finds out whether the deployment is as the profile's dialect says. */
  fit(): AsyncIterable<Finding>;
  runs(): AsyncIterable<ShownRun>;
}

/** Examines one thing after the other, from this machine to the service, and reports each as soon as it is known. */
export async function* examine(patient: Patient): AsyncGenerator<Finding> {
  const { io } = patient;
  yield nodeFinding(patient.nodeVersion);
  yield { check: 'resale', status: 'ok', found: patient.version };
  yield terminalFinding(io, patient.noColor);
  // First of all: whatever reads these directories closes those that are open to others.
  for (const finding of directoryFindings(io)) yield await finding;
  const profile = await found('profile', () => profileFinding(patient));
  yield profile;
  yield* serviceFindings(patient, profile);
  yield await found('cache', () => cacheFinding(io));
  const { origin } = (await serviceUrl(patient)) ?? {};
  yield await found('journal', () => journalFinding(patient.runs(), origin));
}

/** Everything between this machine and the service. */
async function* serviceFindings(patient: Patient, profile: Finding): AsyncGenerator<Finding> {
  const { io, timeoutMs } = patient;
  // What is wrong with the profile is a separate finding.
  const active = await patient.profile().catch(() => undefined);
  yield await found('authorities', () => authoritiesFinding(patient.bundle(active), io));
  const url = await serviceUrl(patient);
  if (url === undefined) {
    for (const check of ['proxy', 'dns', 'tcp', 'tls', 'request', 'clock', 'dialect'])
      yield skipped(check, 'nothing says where the service is');
    return;
  }
  const urlFrom = active && baseUrlFrom(active);
  let isReached = true;
  try {
    const network = await patient.network(active);
    yield proxyFinding(url, network.proxyFor(url), io);
    for await (const finding of connectionFindings({ url, urlFrom, network, timeoutMs })) {
      if (finding.status === 'failed') isReached = false;
      yield finding;
    }
  } catch (error) {
    isReached = false;
    // The authorities are a separate finding.
    yield error instanceof UnusableAuthorities
      ? skipped('proxy', 'the authorities are not known')
      : failed('proxy', error);
    for (const check of ['dns', 'tcp', 'tls']) yield skipped(check, 'the route is not known');
  }
  if (isReached && profile.status !== 'failed') {
    const { findings, isAnswered } = await requestFindings(patient.ask);
    yield* findings;
    if (isAnswered) yield* patient.fit();
    else yield skipped('dialect', 'the service gave no answer');
    return;
  }
  const why = isReached ? 'there is no profile to ask with' : 'the service is not reached';
  for (const check of ['request', 'clock', 'dialect']) yield skipped(check, why);
}
