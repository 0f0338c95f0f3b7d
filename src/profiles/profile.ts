import * as z from 'zod/mini';
import type { DialectSettings } from '../service/dialect.ts';
import { didYouMean, nearest } from '../words/nearest.ts';
import { damagedSettings } from './errors.ts';

/** Where a profile's API key is kept, and what it takes to find it. The key itself is never here. */
const keptKey = z.discriminatedUnion('store', [
  z.looseObject({ store: z.literal('file') }),
  z.looseObject({
    store: z.literal('keyring'),
    /** The name of the keyring's entry. It stays the same when the profile is renamed. */
    entry: z.string(),
  }),
  z.looseObject({
    store: z.literal('command'),
    command: z.string(),
    shell: z.optional(z.boolean()),
    /** The only origin that the key is sent to. */
    origin: z.string(),
  }),
  z.looseObject({ store: z.literal('env') }),
]);
export type KeptKey = z.infer<typeof keptKey>;

export const dialectSettings = z.looseObject({
  serviceName: z.optional(z.string()),
  commerceName: z.optional(z.string()),
  names: z.optional(z.record(z.string(), z.string())),
}) satisfies z.ZodMiniType<DialectSettings>;

export const profile = z.object({
  baseUrl: z.string(),
  /** The client that the key belongs to. It goes with every request, and gives no access without the key. */
  clientId: z.optional(z.string()),
  /** Where the API key is kept; in the environment if this is missing. */
  key: z.optional(keptKey),
  shopId: z.optional(z.string()),
  output: z.optional(z.string()),
  dialect: z.optional(dialectSettings),
  rate: z.optional(z.string()),
  caBundle: z.optional(z.string()),
  protected: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
});
export type Profile = Readonly<z.infer<typeof profile>>;

const fieldNames = Object.keys(profile.shape);
const guardNames = ['protected', 'readOnly'];

/** The guard that a field is probably meant to be: to ignore it would leave the service unguarded. */
export const misspeltGuard = (field: string): string | undefined => {
  const meant = nearest(field, fieldNames);
  return meant !== undefined && guardNames.includes(meant) ? meant : undefined;
};

/** A warning about unknown fields of a stored profile, if it has any. A field that looks like a misspelt guard is refused. */
export const unknownFields = (name: string, stored: object, path: string): string | undefined => {
  const unknown = Object.keys(stored).filter((field) => !fieldNames.includes(field));
  for (const field of unknown) {
    const meant = misspeltGuard(field);
    if (meant !== undefined)
      throw damagedSettings(path, `the profile "${name}" has a field "${field}"; did you mean ${meant}?`);
  }
  if (unknown.length === 0) return undefined;
  const named = unknown.map((field) => `"${field}"${didYouMean(field, fieldNames)}`).join(', ');
  return `${path}: the profile "${name}" has fields that this version does not know and ignores: ${named}`;
};

/** What config.json holds. There is no secret in it. Fields of other programs and of later versions are kept. */
export const configFile = z.looseObject({
  version: z.optional(z.int()),
  current: z.optional(z.string()),
  profiles: z._default(z.record(z.string(), z.looseObject(profile.shape)), {}),
});

const storedKey = z.looseObject({
  /** The only origin that the key is sent to. */
  origin: z.string(),
  apiKey: z.string(),
});

/** What credentials.json holds: keys by the name of their profile. */
export const credentialsFile = z.looseObject({
  version: z.optional(z.int()),
  profiles: z._default(z.record(z.string(), storedKey), {}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
