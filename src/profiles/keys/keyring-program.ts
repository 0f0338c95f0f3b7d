import { text } from 'node:stream/consumers';

/** A request to the keyring program, as JSON on its stdin. No key is ever in a command line. */
export type KeyringRequest =
  | { does: 'read'; entry: string }
  | { does: 'write'; entry: string; value: string }
  | { does: 'remove'; entry: string };

export type KeyringAnswer = { value: string | null } | { problem: string };

const service = 'resale';

/** Runs in a separate process, bin/keyring.js: a keyring may block, and a stored key must be visible to other processes. */
export const answerForKeyring = async (input: NodeJS.ReadableStream): Promise<KeyringAnswer> => {
  const library = await import('@napi-rs/keyring').catch(() => undefined);
  if (!library)
    return {
      problem: 'the package @napi-rs/keyring is not installed, without which no keyring can be reached',
    };
  const request = JSON.parse(await text(input)) as KeyringRequest;
  try {
    // Otherwise the library would fall back on the kernel's keyring, which does not persist.
    const entry = new library.Entry(service, request.entry, { linux: { store: 'secret-service' } });
    if (request.does === 'write') entry.setPassword(request.value);
    if (request.does === 'remove') entry.deleteCredential();
    return { value: request.does === 'read' ? entry.getPassword() : null };
  } catch (error) {
    return { problem: `the keyring can't be used: ${(error as Error).message}` };
  }
};
