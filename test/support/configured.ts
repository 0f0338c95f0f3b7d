import { join } from 'node:path';
import { type Circumstances, resale, type SandboxedTest, type Screen, sandboxed } from './resale.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Configured {
  config: string;
  run(line: string | readonly string[], more?: Circumstances): Promise<Screen>;
}

export const configured = async (): Promise<Configured> => {
  const directory = temporaryFolder();
  const config = join(directory, 'config');
  return {
    config,
    run: (line, more = {}) =>
      resale(line, {
        // Examples write files.
        cwd: directory,
        ...more,
        env: {
          PATH: process.env.PATH ?? '',
          RESALE_CONFIG_DIR: config,
          RESALE_STATE_DIR: join(directory, 'state'),
          ...more.env,
        },
      }),
  };
};

/** The same with a sandbox, and the profile `shop` that reaches it; `flags` say more of the profile. */
export const withShop = async (flags = ''): Promise<Configured & { sandbox: SandboxedTest }> => {
  const sandbox = await sandboxed({ listings: 12 });
  const { run, config } = await configured();
  const { RESALE_CLIENT_ID: id, RESALE_API_KEY: key = '' } = sandbox.env;
  await run(`profiles add shop --base-url ${sandbox.baseUrl} --client-id ${id} --api-key-stdin ${flags}`, {
    stdin: key,
  });
  return { run, config, sandbox };
};
