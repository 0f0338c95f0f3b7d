import { z } from 'zod';
import { dialectSettings } from '../service/dialect-settings.ts';

/** The format that this version of the tool writes. */
export const knownVersion = 1;

const profile = z.object({
  baseUrl: z.string().describe('Where the service is'),
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

const storedCredentials = z.looseObject({
  origin: z.string().describe('The only origin that these credentials are sent to'),
  clientId: z.string(),
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
  profiles: z.record(z.string(), storedCredentials).default({}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
