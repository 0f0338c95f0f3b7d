import { type Credentials, Secret } from './credentials.ts';

/** The profile that is always there: the service in miniature on this machine. Its keys are public. */
export const sandboxProfile = {
  name: 'sandbox',
  baseUrl: 'http://127.0.0.1:4141',
  clientId: 'sandbox-client',
  apiKey: 'sandbox-key-that-is-no-secret',
} as const;

/** Its keys as every call carries them. */
export const sandboxCredentials = (): Credentials => ({
  clientId: new Secret(sandboxProfile.clientId),
  apiKey: new Secret(sandboxProfile.apiKey),
});
