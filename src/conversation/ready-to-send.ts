import type { Invocation } from '../cli/invocation.ts';

/** Fails where the answers could not be sent: without a profile, without credentials, or where nothing may be changed. */
export const readyToSend = async (invocation: Invocation): Promise<void> => {
  const profile = await invocation.profile();
  if (invocation.settings.dryRun) return;
  await invocation.refuseReadOnly();
  await profile.credentials();
};
