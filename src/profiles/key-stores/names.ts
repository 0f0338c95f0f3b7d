/** Where the API key of a profile may be kept. */
export const keyStores = ['file', 'keyring', 'command', 'env'] as const;
export type KeyStore = (typeof keyStores)[number];
