import { Failure } from '../failure/failure.ts';
import { prefixed, proposal } from '../words/advice.ts';
import { nearest } from '../words/nearest.ts';
import { resaleLine } from '../words/resale-line.ts';

export const isProfileName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text);

/** A name that no profile can have. It is not repeated: it may be a key, pasted in the wrong place. */
export const invalidProfileName = (): Failure =>
  new Failure(
    "a profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters",
    { code: 'usage', exit: 'usage' },
  );

/** The profile is part of the tool, so it can't be added, changed or removed. */
export const reservedProfile = (profile: string): Failure =>
  new Failure(`the profile "${profile}" is always there and can't be added, changed or removed`, {
    code: 'usage',
    exit: 'usage',
  });

export const profileExists = (profile: string, isReplaceable: boolean): Failure =>
  new Failure(`there is a profile "${profile}" already`, {
    code: 'usage',
    exit: 'usage',
    hint: isReplaceable
      ? 'Use --replace to replace it.'
      : proposal(
          'Nothing was changed. Choose another name, or remove that one first:',
          resaleLine('profiles remove', [profile]),
        ),
  });

export const unknownProfile = (profile: string, known: readonly string[], maySetUp = true): Failure => {
  const meant = nearest(profile, known);
  return new Failure(
    // A text that can't be a name may be a key, pasted in the wrong place.
    isProfileName(profile) ? `there is no profile ${profile}` : 'there is no profile of that name',
    {
      code: 'usage',
      exit: 'usage',
      hint: prefixed(
        `${meant ? `Did you mean ${meant}? ` : ''}${known.length > 0 ? `There are: ${known.join(', ')}.` : 'There is none yet.'}`,
        meant || !maySetUp || !isProfileName(profile)
          ? undefined
          : proposal(`To set up ${profile}:`, resaleLine('init', [profile])),
      ),
    },
  );
};

/** Nothing says which profile to use, and the tool never guesses a live shop. */
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

export class InvalidDirectory extends Failure {
  constructor(variable: string) {
    super(`${variable} must name an absolute path`, { code: 'usage', exit: 'usage' });
  }
}

/** A settings file is not what the tool wrote. Nothing of it is quoted: it may hold keys. */
export const damagedSettings = (
  path: string,
  problem: string,
  /** Where the damage is, counted from 1; undefined if a field is wrong. */
  position?: { line: number; column: number },
): Failure =>
  new Failure(
    position
      ? `${path} is damaged at line ${position.line}, column ${position.column}: ${problem}`
      : `${path} is damaged: ${problem}`,
    {
      code: 'file-failed',
      exit: 'usage',
      hint: 'It was left as it is. Correct it, or move it away and add the profiles again.',
    },
  );

/** A later version of the tool wrote a settings file, so this one does not change it. */
export const newerSettings = (path: string, version: number): Failure =>
  new Failure(`${path} was written by a later version of resale (format ${version})`, {
    code: 'file-failed',
    exit: 'usage',
    hint: 'Update resale to change it.',
  });

/** Other processes kept changing the profiles, for longer than it is worth waiting. */
export const profilesBusy = (lock: string): Failure =>
  new Failure(`another process is changing the profiles (it holds ${lock})`, {
    code: 'locked',
    exit: 'temporary',
    hint: 'Try again in a moment.',
  });
