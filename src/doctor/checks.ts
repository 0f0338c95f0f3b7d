import { versions } from 'node:process';
import { runRecords } from '../bulk/journal/recorded-run.ts';
import { bundleOf } from '../cli/connection.ts';
import type { Invocation } from '../cli/invocation.ts';
import { version } from '../cli/version.ts';
import { stateDirectory } from '../profiles/directories.ts';
import { type Check, ok } from './check.ts';
import { authoritiesOutcome, connectionChecks } from './connection.ts';
import { cacheOutcome, journalOutcome } from './kept.ts';
import { directoryChecks, nodeOutcome, terminalOutcome } from './machine.ts';
import { profileOutcome, serviceUrl } from './profile.ts';
import { serviceChecks } from './service.ts';

export async function* checksOf(invocation: Invocation, domain: string | undefined): AsyncGenerator<Check> {
  const { io, settings } = invocation;
  yield { name: 'node', run: () => nodeOutcome(versions.node) };
  yield { name: 'resale', run: () => ok(version) };
  yield { name: 'terminal', run: () => terminalOutcome(io, settings.noColor) };
  // First of all: whatever reads these directories closes those that are open to others.
  yield* directoryChecks(io);
  yield { name: 'profile', run: () => profileOutcome(invocation) };
  // What is wrong with the profile was told; the way to the service may be known all the same.
  const active = await invocation.profile().catch(() => undefined);
  const url = serviceUrl(invocation, active);
  yield { name: 'authorities', run: () => authoritiesOutcome(bundleOf(io, settings, active), io) };
  yield* connectionChecks(invocation, active, url);
  yield* serviceChecks(invocation, domain);
  yield { name: 'cache', run: () => cacheOutcome(io) };
  yield { name: 'journal', run: () => journalOutcome(runRecords(stateDirectory(io.env)), url?.origin) };
}
