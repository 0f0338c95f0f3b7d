import { CallError } from '../../http/call-error.ts';
import { a } from '../../json/schema.ts';
import type { Invocation } from '../../line/invocation.ts';
import { fingerprint } from '../../profiles/keys/credentials.ts';
import { LacksCredentials } from '../../profiles/keys/key-errors.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

export const profileCheckColumns: readonly Column[] = [
  { field: 'name', title: 'NAME', schema: a.orNull(a.text) },
  { field: 'baseUrl', title: 'BASE URL' },
  { field: 'baseUrlFrom', title: 'BASE URL FROM' },
  { field: 'clientId', title: 'CLIENT ID', schema: a.orNull(a.text) },
  { field: 'clientIdFrom', title: 'CLIENT ID FROM', schema: a.orNull(a.text) },
  { field: 'keyFingerprint', title: 'KEY', schema: a.orNull(a.text) },
  { field: 'keyFrom', title: 'KEY FROM' },
  { field: 'ok', title: 'OK', schema: a.boolean },
  { field: 'status', title: 'STATUS', schema: a.orNull(a.integer) },
  { field: 'message', title: 'MESSAGE' },
  { field: 'milliseconds', title: 'MILLISECONDS', schema: a.count },
];

/** Describes the active profile and tries one cheap request with it. `problem` is why the profile can't be used, if it can't. */
export const checkProfile = async (
  invocation: Invocation,
): Promise<{ record: Shown; problem: Error | undefined }> => {
  const { clock } = invocation.io;
  const { name, baseUrl, clientId, sources, credentials } = await invocation.profile();
  const known = {
    name: name ?? null,
    baseUrl,
    baseUrlFrom: sources.baseUrl,
    clientId: clientId ?? null,
    clientIdFrom: clientId ? sources.clientId : null,
    keyFrom: sources.credentials,
  };
  let keyFingerprint: string | null = null;
  const began = clock.ticks();
  try {
    keyFingerprint = fingerprint((await credentials()).apiKey.reveal());
    const client = await invocation.client();
    const began = clock.ticks();
    const { listings } = await client.call('listListings', { query: { pageSize: 1 } });
    const message = `answered with ${listings.length === 0 ? 'no listing' : 'a listing'}`;
    const milliseconds = Math.round(clock.ticks() - began);
    return {
      record: { ...known, keyFingerprint, ok: true, status: 200, message, milliseconds },
      problem: undefined,
    };
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof LacksCredentials)) throw error;
    const facts = error instanceof CallError ? error.facts : undefined;
    const message = invocation.redact(facts?.serviceMessage ?? facts?.detail ?? error.message);
    const milliseconds = Math.round(clock.ticks() - began);
    const record = {
      ...known,
      keyFingerprint,
      ok: false,
      status: facts?.status ?? null,
      message,
      milliseconds,
    };
    return { record, problem: error };
  }
};
