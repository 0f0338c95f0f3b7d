/** There are no credentials to call the service with. */
export class NoCredentials extends Error {
  override name = 'NoCredentials';
  constructor(
    /** The profile that has none; missing where none was chosen. */
    readonly profile: string | undefined,
  ) {
    super(profile === undefined ? 'there are no credentials' : `the profile "${profile}" has no credentials`);
  }
}

/** One of the two credentials is in the environment, the other is not: they count as a pair or not at all. */
export class HalfCredentials extends Error {
  override name = 'HalfCredentials';
  constructor(
    readonly given: string,
    readonly missing: string,
  ) {
    super(`${given} is set, but ${missing} is not`);
  }
}

/** A profile's stored credentials would go to another origin than the one they were given for. */
export class ForeignOrigin extends Error {
  override name = 'ForeignOrigin';
  constructor(
    readonly profile: string,
    /** The origin that the credentials are for. */
    readonly own: string,
    /** The origin that they would have gone to. */
    readonly wanted: string,
  ) {
    super(`the credentials of the profile "${profile}" are for ${own}, and are not sent to ${wanted}`);
  }
}

/** A text can't be a credential. The text is not repeated. */
export class InvalidKey extends Error {
  override name = 'InvalidKey';
  constructor(
    /** Where the text comes from: `RESALE_API_KEY`, `the API key`. */
    readonly source: string,
    problem: string,
  ) {
    super(`${source} ${problem}`);
  }
}

/** A profile keeps its key somewhere where it is not found. */
export class MissingKey extends Error {
  override name = 'MissingKey';
  constructor(
    readonly profile: string,
    /** `in the file /home/me/.config/resale/credentials.json`, `in the keyring`. */
    place: string,
  ) {
    super(`the profile "${profile}" keeps its key ${place}, and there is none there`);
  }
}

/** The keys of the sandbox would go to a service that is none: somebody meant other keys, or another service. */
export class SandboxKeys extends Error {
  override name = 'SandboxKeys';
  constructor(readonly origin: string) {
    super(`these are the keys of the sandbox, and ${origin} is no sandbox`);
  }
}

/** A text can't be a key command. The text is not repeated: it may hold a key, typed in the wrong place. */
export class InvalidKeyCommand extends Error {
  override name = 'InvalidKeyCommand';
  constructor(
    problem: string,
    /** Whether a shell could run it. */
    readonly takesShell = false,
  ) {
    super(`the key command ${problem}`);
  }
}

/** The command that is to print a profile's key did not. */
export class KeyCommandFailed extends Error {
  override name = 'KeyCommandFailed';
  constructor(
    readonly profile: string,
    program: string,
    problem: string,
  ) {
    super(`the key command of the profile "${profile}" failed: ${program} ${problem}`);
  }
}

/** The keyring of the system can't be used, or does not keep what it is given. */
export class KeyringFailed extends Error {
  override name = 'KeyringFailed';
}

/** A profile is removed, but its key could not be taken out of the keyring. */
export class KeyLeft extends Error {
  override name = 'KeyLeft';
  constructor(
    readonly profile: string,
    /** Where it is, and why it could not be removed, as a sentence. */
    left: string,
  ) {
    super(left);
  }
}

/** Whether a profile could not give its credentials, whatever the reason. */
export const lacksCredentials = (error: unknown): error is Error =>
  [
    NoCredentials,
    MissingKey,
    ForeignOrigin,
    InvalidKey,
    KeyCommandFailed,
    KeyringFailed,
    InvalidKeyCommand,
    SandboxKeys,
  ].some((kind) => error instanceof kind);
