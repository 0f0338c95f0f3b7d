import * as z from 'zod/mini';
import { InvalidBaseUrl } from '../http/connection/connection-error.ts';
import { parseBaseUrl } from '../http/connection/url.ts';
import type { DialectSettings } from '../service/dialect.ts';

/**
 * A normalized address, even if another program wrote the file: a letter of another alphabet in the host becomes `xn--`. An
 * invalid address is kept, and refused on use.
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

/** The store of a profile's API key, and how to find the key there. Never contains the key itself. */
const keptKey = z.discriminatedUnion('store', [
  z.looseObject({ store: z.literal('file') }),
  z.looseObject({
    store: z.literal('keyring'),
    /** The name of the keyring's entry, which survives a rename of the profile. */
    entry: z.string(),
  }),
  z.looseObject({
    store: z.literal('command'),
    command: z.string(),
    /** The only origin that the key is sent to. */
    origin: address,
  }),
  z.looseObject({ store: z.literal('env') }),
  /** Only for the sandbox, whose key is built in. */
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
  /** The client of the key. It is sent with every request, and is no secret. */
  clientId: z.optional(z.string()),
  /** The store of the API key. Default: the environment. */
  key: z.optional(keptKey),
  shopId: z.optional(z.string()),
  /** The currency of typed and shown prices: `EUR`. */
  currency: z.optional(z.string()),
  output: z.optional(z.string()),
  dialect: z.optional(dialectSettings),
  rate: z.optional(z.string()),
  caBundle: z.optional(z.string()),
  protected: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
});
export type Profile = Readonly<z.infer<typeof profile>>;

/** A misspelling of a guard in an edited file: ignoring it would leave the service unguarded. */
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

/** The contents of config.json, without secrets. Unknown fields are preserved. */
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

/** The contents of credentials.json: keys by the name of their profile. */
export const credentialsFile = z.looseObject({
  version: z.optional(z.int()),
  profiles: z._default(z.record(z.string(), storedKey), {}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
