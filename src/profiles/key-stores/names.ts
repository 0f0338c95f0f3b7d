/** Where the API key of a profile may be kept. */
export const keyStores = ['file', 'keyring', 'command', 'environment'] as const;
export type KeyStore = (typeof keyStores)[number];
