/** The profile that is always there: the service in miniature on this machine. Its keys are public. */
export const sandboxProfile = {
  name: 'sandbox',
  baseUrl: 'http://127.0.0.1:4141',
  clientId: 'sandbox-client',
  apiKey: 'sandbox-key-that-is-no-secret',
} as const;
