/** Whether a text has the form of a profile's name. */
export const isProfileName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text);

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
