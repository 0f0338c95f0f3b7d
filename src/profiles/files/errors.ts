import { Failure } from '../../failure/failure.ts';

export class InvalidDirectory extends Failure {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`, { code: 'usage', exit: 'usage' });
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
      code: 'damaged-settings',
      exit: 'usage',
      hint: 'It was left as it is. Correct it, or move it away and add the profiles again.',
    },
  );

/** A later version of the tool wrote a settings file, so this one does not change it. */
export const newerSettings = (path: string, version: number): Failure =>
  new Failure(`${path} was written by a later version of resale (format ${version})`, {
    code: 'newer-settings',
    exit: 'usage',
    hint: 'Update resale to change it.',
  });

/** Other processes kept changing the profiles, for longer than it is worth waiting. */
export const profilesBusy = (lock: string): Failure =>
  new Failure(`another process is changing the profiles (it holds ${lock})`, {
    code: 'profiles-busy',
    exit: 'temporary',
    hint: 'Try again in a moment.',
    retryable: true,
  });
