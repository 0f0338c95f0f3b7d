import { z } from 'zod';
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
    shell: z.boolean().optional(),
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
  clientId: z.string().optional(),
  /** Where the API key is kept; without it, in the environment. */
  key: keptKey.optional(),
  /** The shop meant where none is named. */
  shopId: z.string().optional(),
  /** The format of output where none is named. */
  output: z.string().optional(),
  /** The names that this deployment uses. */
  dialect: dialectSettings.optional(),
  /** A file of further certificate authorities to trust. */
  caBundle: z.string().optional(),
  /** Whether a person is asked before anything is changed. */
  protected: z.boolean().optional(),
  /** Whether changes are refused. */
  readOnly: z.boolean().optional(),
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
  version: z.int().optional(),
  /** The profile meant where none is named. */
  current: z.string().optional(),
  profiles: z.record(z.string(), profile.loose()).default({}),
});
export type SettingsFile = z.infer<typeof settingsFile>;

/** What credentials.json holds, by name of the profile. */
export const credentialsFile = z.looseObject({
  version: z.int().optional(),
  profiles: z.record(z.string(), storedKey).default({}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
