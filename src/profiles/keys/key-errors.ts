import { Failure } from '../../failure/failure.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

/** A profile could not provide its credentials, for whatever reason. */
export class LacksCredentials extends Failure {
  constructor(message: string, hint: Advice, exit: 'credentials' | 'usage' = 'credentials') {
    super(message, { code: exit === 'usage' ? 'usage' : 'no-credentials', exit, hint });
  }
}

export class NoCredentials extends LacksCredentials {
  constructor(
    /** The profile that has none; undefined if there is no profile. */
    readonly profile: string | undefined,
  ) {
    const keep =
      profile === undefined
        ? resaleLine('init')
        : resaleLine('profiles set', [profile], { clientId: 'ID', apiKeyStdin: true });
    super(
      profile === undefined ? 'there are no credentials' : `the profile "${profile}" has no credentials`,
      proposal('Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with:', keep),
    );
  }
}

/** A profile's stored credentials would go to an origin that they were not given for. */
export const foreignOrigin = (profile: string, own: string, wanted: string): LacksCredentials =>
  new LacksCredentials(
    `the credentials of the profile "${profile}" are for ${own}, and are not sent to ${wanted}`,
    prefixed(
      `Use the profile for ${wanted}, or set RESALE_CLIENT_ID and RESALE_API_KEY.`,
      profile === 'sandbox'
        ? undefined
        : proposal(
            `If ${profile} has moved there, give it its key again:`,
            resaleLine('profiles set', [profile], { baseUrl: wanted, apiKeyStdin: true }),
          ),
    ),
  );

/** A text can't be a credential. The text is not repeated. */
export class InvalidKey extends LacksCredentials {
  constructor(
    /** Where the text comes from: `RESALE_API_KEY`, `the API key`. */
    readonly source: string,
    problem: string,
  ) {
    const hint = 'Nothing was sent. Give the key as it was issued, on one line.';
    super(`${source} ${problem}`, hint);
  }
}

export const missingKey = (
  profile: string,
  /** `in the file /home/me/.config/resale/credentials.json`, `in the keyring`. */
  place: string,
): LacksCredentials =>
  new LacksCredentials(
    `the profile "${profile}" keeps its key ${place}, but no key is there`,
    proposal('Give it again:', resaleLine('profiles set', [profile], { apiKeyStdin: true })),
  );

/** The environment has the credentials of a stored profile, but the profile `sandbox` was chosen. */
export const liveKeys = (profile: string): LacksCredentials =>
  new LacksCredentials(
    `RESALE_CLIENT_ID is the client id of the profile "${profile}", whose credentials are not sent to the sandbox`,
    'Nothing was sent. Unset RESALE_CLIENT_ID and RESALE_API_KEY to use the keys of the sandbox.',
  );

/** The keys of the sandbox would go to another service. */
export const sandboxKeys = (origin: string): LacksCredentials =>
  new LacksCredentials(
    `these are the sandbox's keys, but ${origin} is not a sandbox`,
    'Nothing was sent. Give the keys of that service, or choose another profile with --profile.',
  );

export const keyCommandFailed = (profile: string, program: string, problem: string): LacksCredentials =>
  new LacksCredentials(
    `the key command of the profile "${profile}" failed: ${program} ${problem}`,
    proposal(
      'Run it by hand to see what is wrong, or change it:',
      resaleLine('profiles set', [profile], { keyCommand: 'COMMAND' }),
    ),
  );

export class KeyringFailed extends LacksCredentials {
  constructor(message: string) {
    const hint =
      'Is somebody logged in at a desktop whose keyring is unlocked? Elsewhere, keep the key with --store file or --key-command.';
    super(message, hint);
  }
}

/** A text can't be a key command. The text is not repeated: it may hold a key, typed in the wrong place. */
export class InvalidKeyCommand extends LacksCredentials {
  constructor(
    problem: string,
    /** Whether a shell could run it. */
    takesShell = false,
  ) {
    const hint = takesShell
      ? 'Put it into single quotes if it is meant literally, or use --key-command-shell.'
      : 'Give it as in: --key-command "op read op://shop/resale/key"';
    super(`the key command ${problem}`, hint, 'usage');
  }
}

/** Only one of the two credentials is in the environment. They count as a pair or not at all. */
export const halfCredentials = (given: string, missing: string): Failure =>
  new Failure(`${given} is set, but ${missing} is not`, {
    code: 'no-credentials',
    exit: 'credentials',
    hint: `Set ${missing} too, or unset ${given}.`,
  });

export const keyLeft = (
  profile: string,
  /** Where it is, and why it could not be removed, as a sentence. */
  left: string,
): Failure =>
  new Failure(left, {
    code: 'file-failed',
    exit: 'failed',
    hint: `The profile "${profile}" was removed. Remove its key by hand once the keyring can be reached.`,
  });
