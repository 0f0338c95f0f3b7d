import { z } from 'zod';
import { dialectSettings } from '../service/dialect-settings.ts';

/** Where a profile's API key is kept, and what it takes to find it there. The key itself is never here. */
const keptKey = z.discriminatedUnion('store', [
  z.looseObject({ store: z.literal('file') }),
  z.looseObject({
    store: z.literal('keyring'),
    entry: z.string().describe('The name under which it stands there, whatever the profile is called by now'),
  }),
  z.looseObject({
    store: z.literal('command'),
    command: z.string(),
    shell: z.boolean().optional(),
    origin: z.string().describe('The only origin that the key is sent to'),
  }),
  z.looseObject({ store: z.literal('env') }),
]);
export type KeptKey = z.infer<typeof keptKey>;

export const profile = z.object({
  baseUrl: z.string().describe('Where the service is'),
  clientId: z
    .string()
    .optional()
    .describe('Who the key belongs to. It goes with every request, and opens nothing alone'),
  key: keptKey.optional().describe('Where the API key is kept; without it, in the environment'),
  shopId: z.string().optional().describe('The shop meant where none is named'),
  output: z.string().optional().describe('The format of output where none is named'),
  dialect: dialectSettings.optional().describe('The names that this deployment uses'),
  caBundle: z.string().optional().describe('A file of further certificate authorities to trust'),
  protected: z.boolean().optional().describe('Whether a person is asked before anything is changed'),
  readOnly: z.boolean().optional().describe('Whether changes are refused'),
});
/** How one service is reached, and what is meant where nothing is said. */
export type Profile = Readonly<z.infer<typeof profile>>;

/** What this version knows of a profile, without the fields that others put there. */
export const knownOf = (stored: Profile): Profile => profile.parse(stored);

const storedKey = z.looseObject({
  origin: z.string().describe('The only origin that the key is sent to'),
  apiKey: z.string(),
});

/** What config.json holds. It has no secret in it. Fields of others and of later versions are kept. */
export const settingsFile = z.looseObject({
  version: z.int().optional(),
  current: z.string().optional().describe('The profile meant where none is named'),
  profiles: z.record(z.string(), profile.loose()).default({}),
});
export type SettingsFile = z.infer<typeof settingsFile>;

/** What credentials.json holds, by name of the profile. */
export const credentialsFile = z.looseObject({
  version: z.int().optional(),
  profiles: z.record(z.string(), storedKey).default({}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
