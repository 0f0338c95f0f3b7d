import { met, vital } from './entry.ts';

/** H: the files of the profiles. */
export const profiles = [
  vital(
    'H1',
    'Damaged, empty, with a mark',
    'Named with line and column, nothing of it shown, left as it is',
    'profiles/files/damage: wherever a file is cut or overwritten, the error shows nothing of it',
    'fuzz/profile-files: profile files',
  ),
  met('H2', 'No object', 'Damage like any other', 'profiles/files/damage: %j: line %i, column %i: %s'),
  vital(
    'H3',
    'Closed to us, a directory, a pipe',
    'Named, exit 2',
    'profiles/files/guarded-file: a file without the right to read it',
    'profiles/files/guarded-file: a directory below a file',
  ),
  vital(
    'H4',
    'Open to others, or of somebody else',
    'Closed, and said; or refused',
    'profiles/store: our own are closed to others, and that is said once',
    'profiles/files/guarded-file: what is neither read nor written',
  ),
  vital(
    'H5',
    'A link in its place',
    'Not followed',
    'profiles/files/guarded-file: what is neither read nor written',
  ),
  vital(
    'H6',
    'Two write at once',
    'One after the other',
    'profiles/writers: eight processes that change the profiles at once lose none',
  ),
  met(
    'H7',
    'Killed while it is written',
    'The old file or the new one; leftovers are cleared away',
    'profiles/store: its lock is taken over, and what it had half written is cleared away',
  ),
  met(
    'H8',
    'A file of 10 MB',
    '1 MiB is the most',
    'profiles/store: a file over 1 MiB is not read',
    'profiles/store: no file grows beyond what can be read again',
  ),
  vital(
    'H9',
    'No HOME, an empty one, a relative one',
    'An absolute path, or an error that names the variable',
    'profiles/paths: a home directory that is empty is not taken for the current directory',
    'profiles/active: where flags and environment say it all, the store is not even opened',
    'process/environment: %o: exit code %i, and why',
  ),
  met('H10', 'A name such as __proto__ or ../x', 'Refused', 'profiles/store: the name %j is refused'),
  met(
    'H11',
    'Written by a later version',
    'Read, not changed',
    'profiles/store: what a later version wrote is read, but not changed',
  ),
  met(
    'H12',
    'Fields that nobody knows',
    'Kept',
    'profiles/store: fields that this version does not know are kept, at every depth',
  ),
  met(
    'H13',
    'The current profile is gone',
    'An error, never a guess',
    'profiles/store: the current profile: chosen, then removed, then none',
  ),
  met(
    'H14',
    'Keys of one service sent to another',
    'Refused: keys are kept with their origin',
    'profiles/active: %o %o: stored keys for %s do not go to %s',
    'commands/profiles: stored keys are not sent to another base URL: exit 4',
  ),
];
