/** The environment of a process: all of a machine share what the tool keeps. */
export const environmentIn = (
  home: string,
  baseUrl: string,
  apiKey: string,
  clientId = 'client-of-the-shop',
): Readonly<Record<string, string>> => ({
  HOME: home,
  TZ: 'UTC',
  TERM: 'xterm',
  NO_COLOR: '1',
  RESALE_BASE_URL: baseUrl,
  RESALE_CLIENT_ID: clientId,
  RESALE_API_KEY: apiKey,
  RESALE_CONFIG_DIR: `${home}/config`,
  RESALE_STATE_DIR: `${home}/state`,
  RESALE_CACHE_DIR: `${home}/cache`,
});
