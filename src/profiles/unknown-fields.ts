import { didYouMean, nearest } from '../words/nearest.ts';
import { DamagedSettings } from './files/errors.ts';
import { profile } from './settings.ts';

const known = Object.keys(profile.shape);
const guards = ['protected', 'readOnly'];

/**
 * A sentence about the fields of a stored profile that this version does not know; undefined where it knows them all. One
 * that is nearly called like a guard fails with `DamagedSettings`: without the guard that was meant, nothing is safe.
 */
export const unknownFields = (name: string, stored: object, path: string): string | undefined => {
  const unknown = Object.keys(stored).filter((field) => !known.includes(field));
  for (const field of unknown) {
    const meant = nearest(field, known);
    if (meant !== undefined && guards.includes(meant))
      throw new DamagedSettings(path, `the profile "${name}" has a field "${field}"; did you mean ${meant}?`);
  }
  if (unknown.length === 0) return undefined;
  const told = unknown.map((field) => `"${field}"${didYouMean(field, known)}`).join(', ');
  return `${path}: the profile "${name}" has what this version does not know and does not heed: ${told}`;
};
