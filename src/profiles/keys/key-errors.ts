import { Failure } from '../../failure/failure.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

/** The credentials of a profile are unavailable, for any reason. */
export class LacksCredentials extends Failure {
  constructor(message: string, hint: Advice) {
    super(message, { code: 'no-credentials', exit: 'credentials', hint });
  }
}

export class NoCredentials extends LacksCredentials {
  constructor(
    /** The profile without credentials; undefined if there is no profile. */
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

/** No profile is selected, and the tool never guesses a live shop. */
export class NoProfile extends Failure {
  constructor(readonly known: readonly string[]) {
    super('no profile is chosen', {
      code: 'no-credentials',
      exit: 'credentials',
      hint:
        known.length > 1
          ? proposal(
              `Add --profile NAME to the line; there are ${known.join(', ')}. To choose one for good:`,
              resaleLine('profiles use', ['NAME']),
            )
          : proposal('Set one up:', resaleLine('init')),
    });
  }
}

/** The stored credentials of a profile are bound to another origin. */
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
    /** The source of the text: `RESALE_API_KEY`, `the API key`. */
    readonly source: string,
    problem: string,
  ) {
    const hint = 'Nothing was sent. Give the key as it was issued, on one line.';
    super(`${source} ${problem}`, hint);
  }
}

export class KeyringFailed extends LacksCredentials {
  constructor(message: string) {
    const hint =
      'Is somebody logged in at a desktop whose keyring is unlocked? Elsewhere, keep the key with --store file or --key-command.';
    super(message, hint);
  }
}
