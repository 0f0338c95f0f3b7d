import * as z from 'zod/mini';
import { dialectSettings } from '../service/dialect-settings.ts';

/** Where a profile's API key is kept, and what it takes to find it there. The key itself is never here. */
const keptKey = z.discriminatedUnion('store', [
  z.looseObject({ store: z.literal('file') }),
  z.looseObject({
    store: z.literal('keyring'),
    /** The name under which it stands there, whatever the profile is called by now. */
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

export const profile = z.object({
  /** Where the service is. */
  baseUrl: z.string(),
  /** Who the key belongs to. It goes with every request, and opens nothing alone. */
  clientId: z.optional(z.string()),
  /** Where the API key is kept; without it, in the environment. */
  key: z.optional(keptKey),
  /** The shop meant where none is named. */
  shopId: z.optional(z.string()),
  /** The format of output where none is named. */
  output: z.optional(z.string()),
  /** The names that this deployment uses. */
  dialect: z.optional(dialectSettings),
  /** A file of further certificate authorities to trust. */
  caBundle: z.optional(z.string()),
  /** Whether a person is asked before anything is changed. */
  protected: z.optional(z.boolean()),
  /** Whether changes are refused. */
  readOnly: z.optional(z.boolean()),
});
/** How one service is reached, and what is meant where nothing is said. */
export type Profile = Readonly<z.infer<typeof profile>>;

/** What this version knows of a profile, without the fields that others put there. */
export const knownOf = (stored: Profile): Profile => profile.parse(stored);

const storedKey = z.looseObject({
  /** The only origin that the key is sent to. */
  origin: z.string(),
  apiKey: z.string(),
});

/** What config.json holds. It has no secret in it. Fields of others and of later versions are kept. */
export const settingsFile = z.looseObject({
  version: z.optional(z.int()),
  /** The profile meant where none is named. */
  current: z.optional(z.string()),
  profiles: z._default(z.record(z.string(), z.looseObject(profile.shape)), {}),
});
export type SettingsFile = z.infer<typeof settingsFile>;

/** What credentials.json holds, by name of the profile. */
export const credentialsFile = z.looseObject({
  version: z.optional(z.int()),
  profiles: z._default(z.record(z.string(), storedKey), {}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
