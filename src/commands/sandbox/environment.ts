import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { Io } from '../../terminal/io.ts';

/**
 * Starts a fresh sandbox, and gives the environment in which every `resale` meets it and nothing else: profile,
 * credentials, empty directories, and this very tool on the PATH. All of it is gone afterwards.
 */
export const withFreshSandbox = async <Answer>(
  io: Io,
  options: SandboxOptions,
  use: (environment: Record<string, string>, sandbox: Sandbox) => Promise<Answer>,
): Promise<Answer> => {
  const { startSandbox } = await import('../../sandbox/sandbox.ts');
  const sandbox = await startSandbox({ ...options, port: 0 });
  const directory = await mkdtemp(join(tmpdir(), 'resale-sandbox-'));
  try {
    // A script that says `resale` means the one that runs it, installed or not.
    await symlink(io.self[1] ?? io.self[0], join(directory, 'resale'));
    return await use(environmentOf(sandbox, options.credentials, directory, io.env), sandbox);
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
};

const environmentOf = (
  { baseUrl }: Sandbox,
  { clientId, apiKey }: SandboxOptions['credentials'],
  directory: string,
  env: Io['env'],
): Record<string, string> => {
  const noProxy = ['127.0.0.1', 'localhost', env.NO_PROXY ?? env.no_proxy].filter(Boolean).join(',');
  return {
    RESALE_PROFILE: 'sandbox',
    RESALE_BASE_URL: baseUrl,
    RESALE_CLIENT_ID: clientId,
    RESALE_API_KEY: apiKey,
    RESALE_CONFIG_DIR: join(directory, 'config'),
    RESALE_STATE_DIR: join(directory, 'state'),
    RESALE_CACHE_DIR: join(directory, 'cache'),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    PATH: [directory, env.PATH].filter(Boolean).join(delimiter),
  };
};
