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

/** The profile is part of the tool, so it can't be added or removed. */
export class ReservedProfile extends Error {
  override name = 'ReservedProfile';
  constructor(readonly profile: string) {
    super(`the profile "${profile}" is always there and can't be added or removed`);
  }
}

/** A profile of that name is there already. */
export class ProfileExists extends Error {
  override name = 'ProfileExists';
  constructor(readonly profile: string) {
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
    super(`there is no profile ${JSON.stringify(profile)}`);
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
