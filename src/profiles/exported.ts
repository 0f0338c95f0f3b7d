import * as z from 'zod/mini';
import { Failure } from '../failure/failure.ts';
import { parsedJson } from '../json/exact.ts';
import { parseBaseUrl } from '../network/url.ts';
import { brokenRulesOf } from '../service/broken-rules.ts';
import { dialectOf } from '../service/dialect.ts';
import { isFault, requestsPerSecond } from '../service/typed-values.ts';
import { checkKey } from './credentials.ts';
import { faultyProfiles } from './errors.ts';
import { splitCommand } from './keys/key-command.ts';
import { dialectSettings, type Profile, profile } from './profile.ts';
import { refuseInvalidName, refuseReserved } from './profile-names.ts';

/** Only a key command means the same on another machine. Other places of keys, and keys, are not exported. */
const exportedKey = z.strictObject({
  store: z.literal('command'),
  command: z.string().check(z.minLength(1)),
  shell: z.optional(z.boolean()),
  origin: z.string(),
});

const exportedProfile = z.strictObject({
  ...profile.shape,
  dialect: z.optional(z.strictObject(dialectSettings.shape)),
  key: z.optional(exportedKey),
});

const exportedFile = z.strictObject({
  version: z.literal(1),
  profiles: z.record(z.string(), exportedProfile),
});

export const writeExported = (profiles: ReadonlyMap<string, Profile>): string => {
  const exported = [...profiles].map(([name, { key, ...rest }]) => [
    name,
    key?.store === 'command' ? { ...rest, key } : rest,
  ]);
  return `${JSON.stringify({ version: 1, profiles: Object.fromEntries(exported) }, undefined, 2)}\n`;
};

/** The profiles in a text. One error names all faults, unknown fields among them, and quotes no value, which might be a key. */
export const readExported = (text: string, source: string): Record<string, Profile> => {
  // Some editors write a byte order mark.
  const said = parsedJson(text.replace(/^\uFEFF/, ''));
  if (said === undefined) throw faultyProfiles(source, ['it is not JSON']);
  const { data, error } = exportedFile.safeParse(said, { reportInput: true });
  if (error)
    throw faultyProfiles(
      source,
      brokenRulesOf(error, Object.keys(profile.shape)).map(
        ({ path, message }) => `${path || 'the file'} ${message}`,
      ),
    );
  const { profiles } = data;
  const faults = Object.entries(profiles).flatMap(([name, { baseUrl, clientId, dialect, key, rate }]) => [
    ...[
      () => refuseInvalidName(name),
      () => refuseReserved(name),
      () => parseBaseUrl(baseUrl, 'baseUrl'),
      () => clientId !== undefined && checkKey(clientId, 'clientId'),
      () => dialectOf(dialect),
      () => key && parseBaseUrl(key.origin, 'key.origin'),
      () => key && !key.shell && splitCommand(key.command),
    ].flatMap((check) => faultOf(check, name)),
    ...(rate !== undefined && isFault(requestsPerSecond(rate))
      ? [`profiles.${name}.rate must be a rate such as 50, 50/s or 1000/min`]
      : []),
  ]);
  if (faults.length > 0) throw faultyProfiles(source, faults);
  return profiles;
};

const faultOf = (check: () => unknown, profile: string): string[] => {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Failure) return [`profiles.${profile}: ${error.message}`];
    throw error;
  }
};
