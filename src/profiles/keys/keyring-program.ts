import { text } from 'node:stream/consumers';

/** Under which name the entries of this tool stand in the keyring. */
const service = 'resale';

/**
 * Does one thing with the keyring, for bin/keyring.js. It is a process of its own since a keyring may block for ever, and
 * since a key that was written counts only if another process finds it.
 */
export const answerForKeyring = async (input: NodeJS.ReadableStream): Promise<Told> => {
  const library = await import('@napi-rs/keyring').catch(() => undefined);
  if (!library) return { problem: 'not-installed' };
  const asked = JSON.parse(await text(input)) as Asked;
  try {
    // By itself it would take the kernel's keyring where there is no other, and that one forgets.
    const entry = new library.Entry(service, asked.entry, { linux: { store: 'secret-service' } });
    if (asked.does === 'write') entry.setPassword(asked.value);
    if (asked.does === 'remove') entry.deleteCredential();
    return { value: asked.does === 'read' ? entry.getPassword() : null };
  } catch (error) {
    return { problem: 'failed', detail: (error as Error).message };
  }
};

/** What the process that speaks to the keyring is asked, as JSON on its stdin. No key is ever in a command line. */
export type Asked =
  | { does: 'read'; entry: string }
  | { does: 'write'; entry: string; value: string }
  | { does: 'remove'; entry: string };

/** What it tells on its stdout. */
export type Told =
  | { value: string | null }
  | { problem: 'not-installed' }
  | { problem: 'failed'; detail: string };
