import { rmSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../../files/folders.ts';
import type { Invocation } from '../../line/invocation.ts';
import { acceptedCredentials, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox-options.ts';
import type { DialectSettings } from '../../service/dialect.ts';
import type { Io } from '../../terminal/io.ts';
import { outdateLocalFeeds } from '../feed/newest-feed.ts';

/** Starts a sandbox and makes an environment in which every `resale` uses it and nothing else. Removes all of it afterwards. */
export const withFreshSandbox = async <Answer>(
  { io, warn }: Pick<Invocation, 'io' | 'warn'>,
  options: SandboxOptions,
  use: (environment: Record<string, string>, fresh: Sandbox) => Promise<Answer>,
): Promise<Answer> => {
  const { startSandbox } = await import('../../sandbox/serve-sandbox.ts');
  const directory = await makeTemporaryFolder('resale-sandbox-');
  const removeNow = () => rmSync(directory, { recursive: true, force: true });
  io.ending.addEventListener('abort', removeNow);
  try {
    // In a script, `resale` is this tool, installed or not.
    await symlink(io.self[1] ?? io.self[0], join(directory, 'resale'));
    const directories = {
      RESALE_CONFIG_DIR: join(directory, 'config'),
      RESALE_STATE_DIR: join(directory, 'state'),
      RESALE_CACHE_DIR: join(directory, 'cache'),
    };
    for (const path of Object.values(directories)) await mkdir(path, { mode: 0o700 });
    const { clientId, apiKey } = acceptedCredentials;
    const sandbox = await startSandbox({
      ...options,
      port: 0,
      onFeed: () =>
        outdateLocalFeeds({ io: { env: directories }, warn }, sandbox.baseUrl, clientId, 'expire'),
    });
    try {
      io.interruption.throwIfAborted();
      const environment = {
        RESALE_PROFILE: await profileFor(sandbox.baseUrl, options.dialect, directories.RESALE_CONFIG_DIR),
        RESALE_BASE_URL: sandbox.baseUrl,
        RESALE_CLIENT_ID: clientId,
        RESALE_API_KEY: apiKey,
        ...directories,
        ...withoutProxy(io.env),
        // Our node comes last, for scripts that would otherwise find none.
        PATH: [directory, io.env.PATH, dirname(io.self[0])].filter(Boolean).join(delimiter),
      };
      return await use(environment, sandbox);
    } finally {
      await sandbox.close();
    }
  } finally {
    // What the command left running may still write there.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    io.ending.removeEventListener('abort', removeNow);
  }
};

/** The profile named sandbox knows the neutral names only, so a dialect needs another one. */
const profileFor = async (
  baseUrl: string,
  dialect: DialectSettings | undefined,
  configDirectory: string,
): Promise<string> => {
  if (dialect === undefined) return 'sandbox';
  const { ProfileStore } = await import('../../profiles/store.ts');
  const store = new ProfileStore(() => configDirectory);
  await store.add('sandbox-dialect', { baseUrl, dialect });
  await store.use('sandbox-dialect');
  return 'sandbox-dialect';
};

const withoutProxy = (env: Io['env']): Record<string, string> => {
  const hosts = ['127.0.0.1', 'localhost', env.NO_PROXY || env.no_proxy].filter(Boolean).join(',');
  return { NO_PROXY: hosts, no_proxy: hosts };
};
