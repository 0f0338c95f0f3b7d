import { z } from 'zod';
/** The format that this version of the tool writes. */
export const knownVersion = 1;

const profile = z.looseObject({
  baseUrl: z.string().describe('Where the service is'),
  shopId: z.string().optional().describe('The shop meant where none is named'),
  output: z.string().optional().describe('The format of output where none is named'),
});

const storedCredentials = z.looseObject({
  origin: z.string().describe('The only origin that these credentials are sent to'),
  clientId: z.string(),
  apiKey: z.string(),
});

/** What config.json holds. It has no secret in it. Fields of others and of later versions are kept. */
export const settingsFile = z.looseObject({
  version: z.int().optional(),
  current: z.string().optional().describe('The profile meant where none is named'),
  profiles: z.record(z.string(), profile).default({}),
});
export type SettingsFile = z.infer<typeof settingsFile>;

/** What credentials.json holds, by name of the profile. */
export const credentialsFile = z.looseObject({
  version: z.int().optional(),
  profiles: z.record(z.string(), storedCredentials).default({}),
});
export type CredentialsFile = z.infer<typeof credentialsFile>;
