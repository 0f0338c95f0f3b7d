/** Whether a text has the form of a profile's name. */
export const isProfileName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text);

/** A directory of the tool can't be told from the environment. */
export class InvalidDirectory extends Error {
  override name = 'InvalidDirectory';
  constructor(
    /** The environment variable at fault. */
    readonly variable: string,
    problem: string,
  ) {
    super(`${variable} ${problem}`);
  }
}

/** A file or directory is not used, because others could have a hand in it, or because the system refuses. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
  constructor(
    readonly path: string,
    problem: string,
    /** What to do, as a sentence without its full stop. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${problem}`, options);
  }
}

/** A settings file is there, but is not what the tool wrote. Nothing of it is quoted: it may hold keys. */
export class DamagedSettings extends Error {
  override name = 'DamagedSettings';
  constructor(
    readonly path: string,
    problem: string,
    /** Where the damage is, counted from 1; missing where a field is at fault. */
    readonly position?: { line: number; column: number },
  ) {
    super(
      position
        ? `${path} is damaged at line ${position.line}, column ${position.column}: ${problem}`
        : `${path} is damaged: ${problem}`,
    );
  }
}

/** A settings file was written by a later version of the tool, so this one does not change it. */
export class NewerSettings extends Error {
  override name = 'NewerSettings';
  constructor(
    readonly path: string,
    readonly version: number,
  ) {
    super(`${path} was written by a later version of resale (format ${version})`);
  }
}

/** Other processes were changing the profiles for longer than it is worth waiting. */
export class ProfilesBusy extends Error {
  override name = 'ProfilesBusy';
  constructor(readonly lock: string) {
    super(`another process is changing the profiles (it holds ${lock})`);
  }
}

/** A name that no profile can have. It is not repeated: it may be a key, pasted in the wrong place. */
export class InvalidProfileName extends Error {
  override name = 'InvalidProfileName';
  constructor() {
    super(
      "a profile's name is made of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters",
    );
  }
}

/** The profile is part of the tool, so it can't be added, changed or removed. */
export class ReservedProfile extends Error {
  override name = 'ReservedProfile';
  constructor(readonly profile: string) {
    super(`the profile "${profile}" is always there and can't be added, changed or removed`);
  }
}

/** A profile of that name is there already. */
export class ProfileExists extends Error {
  override name = 'ProfileExists';
  constructor(
    readonly profile: string,
    /** Whether --replace would put another in its place. */
    readonly isReplaceable: boolean,
  ) {
    super(`there is a profile "${profile}" already`);
  }
}

/** No profile has that name. */
export class UnknownProfile extends Error {
  override name = 'UnknownProfile';
  constructor(
    readonly profile: string,
    readonly known: readonly string[],
  ) {
    // What can be no name may be a key, pasted in the wrong place.
    super(isProfileName(profile) ? `there is no profile "${profile}"` : 'there is no profile of that name');
  }
}

/** Nothing says which profile to use, and a live shop is never guessed. */
export class NoProfile extends Error {
  override name = 'NoProfile';
  constructor(readonly known: readonly string[]) {
    super('no profile is chosen');
  }
}

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

/** A text is no base URL of the service. The text is not repeated: it may hold a password. */
export class InvalidBaseUrl extends Error {
  override name = 'InvalidBaseUrl';
  constructor(
    /** Where the text comes from: `--base-url`, `RESALE_BASE_URL`. */
    readonly source: string,
    problem: string,
  ) {
    super(`${source} ${problem}`);
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

/** A profile that is marked read-only would change something. */
export class ReadOnlyProfile extends Error {
  override name = 'ReadOnlyProfile';
  constructor(readonly profile: string) {
    super(`the profile "${profile}" is read-only, so nothing is changed with it`);
  }
}

/** A change with a protected profile was not confirmed. */
export class ProtectedProfile extends Error {
  override name = 'ProtectedProfile';
  constructor(
    readonly profile: string,
    /** Whether somebody was asked. */
    readonly asked: boolean,
  ) {
    super(`the profile "${profile}" is protected, and this would change something with it`);
  }
}

/** A file of profiles holds what no profiles are. All faults are told at once. */
export class FaultyProfiles extends Error {
  override name = 'FaultyProfiles';
  constructor(
    source: string,
    /** A line each: which profile and field, and what is wrong. */
    readonly details: readonly string[],
  ) {
    super(`${source} holds no profiles as they are exported`);
  }
}
