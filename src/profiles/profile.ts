import * as z from 'zod/mini';
import { InvalidBaseUrl } from '../http/connection/connection-error.ts';
import { parseBaseUrl } from '../http/connection/url.ts';
import type { DialectSettings } from '../service/dialect.ts';

/**
 * An address as it is used, even if somebody else wrote it into the file: a letter of another alphabet in its host shows as `xn--`. One that can't
 * be used stays as it is, and is refused where it is.
 */
const address = z.pipe(
  z.string(),
  z.transform((text) => {
    try {
      return parseBaseUrl(text);
    } catch (error) {
      if (!(error instanceof InvalidBaseUrl)) throw error;
      return text;
    }
  }),
);

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
    /** The only origin that the key is sent to. */
    origin: address,
  }),
  z.looseObject({ store: z.literal('env') }),
  /** The profile of the sandbox alone: the tool itself has its key. */
  z.looseObject({ store: z.literal('sandbox') }),
]);
export type KeptKey = z.infer<typeof keptKey>;

export const dialectSettings = z.looseObject({
  serviceName: z.optional(z.string()),
  commerceName: z.optional(z.string()),
  names: z.optional(z.record(z.string(), z.string())),
}) satisfies z.ZodMiniType<DialectSettings>;

export const profile = z.object({
  baseUrl: address,
  /** The client that the key belongs to. It goes with every request, and gives no access without the key. */
  clientId: z.optional(z.string()),
  /** Where the API key is kept; in the environment if this is missing. */
  key: z.optional(keptKey),
  shopId: z.optional(z.string()),
  /** Of the prices that are typed and shown: `EUR`. */
  currency: z.optional(z.string()),
  output: z.optional(z.string()),
  dialect: z.optional(dialectSettings),
  rate: z.optional(z.string()),
  caBundle: z.optional(z.string()),
  protected: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
});
export type Profile = Readonly<z.infer<typeof profile>>;

/** A guard as somebody may write it who edits the file: to ignore it would leave the service unguarded. */
const isMisspeltGuard = (field: string): boolean =>
  /^(protected|read[-_]?only)$/i.test(field) && !(field in profile.shape);

const storedProfile = z
  .looseObject(profile.shape)
  .check(
    z.refine(
      (fields) => !Object.keys(fields).some(isMisspeltGuard),
      'has a guard that is not called protected or readOnly',
    ),
  );

/** What config.json holds. There is no secret in it. Fields of other programs and of later versions are kept. */
export const configFile = z.looseObject({
  version: z.optional(z.int()),
  current: z.optional(z.string()),
  profiles: z._default(z.record(z.string(), storedProfile), {}),
});

const storedKey = z.looseObject({
  /** The only origin that the key is sent to. */
  origin: address,
  apiKey: z.string(),
});

/** What credentials.json holds: keys by the name of their profile. */
export const credentialsFile = z.looseObject({
  version: z.optional(z.int()),
  profiles: z._default(z.record(z.string(), storedKey), {}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
