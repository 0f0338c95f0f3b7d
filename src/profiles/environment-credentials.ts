import { type Credentials, checkKey } from './credentials.ts';
import type { Notify } from './files/guarded-file.ts';
import { HalfCredentials } from './key-stores/errors.ts';
import type { Environment } from './paths.ts';

/** The credentials of the environment, undefined where it has none. One without the other fails with `HalfCredentials`. */
export const environmentCredentials = (environment: Environment, notify: Notify): Credentials | undefined => {
  const { RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey } = environment;
  if (!clientId && !apiKey) return undefined;
  if (!clientId) throw new HalfCredentials('RESALE_API_KEY', 'RESALE_CLIENT_ID');
  if (!apiKey) throw new HalfCredentials('RESALE_CLIENT_ID', 'RESALE_API_KEY');
  const checked = (text: string, variable: string) => {
    const { key, notice } = checkKey(text, variable);
    if (notice) notify(notice);
    return key;
  };
  return { clientId: checked(clientId, 'RESALE_CLIENT_ID'), apiKey: checked(apiKey, 'RESALE_API_KEY') };
};
