import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Said } from '../faults/manners.ts';
import { asProcess, inProcess, isBuilt } from '../fuzz/tool.ts';
import type { Job } from './jobs.ts';
import { type Running, start } from './tool.ts';

/** A key that must turn up nowhere. */
export const apiKey = 'canary-key-93ab71e2';

const clientId = 'canary-client-5f1d0c';

interface Place {
  bin: string;
  baseUrl: string;
  /** The job's file. */
  file: string;
  /** What the shop knows it by: its key ends so. */
  name: string;
  home: string;
  /** Where the tool keeps its runs: several machines may share it. */
  state: string;
  /** What stands in front of each program there, as a container does. */
  inside?: readonly string[];
}

const flags = ['-o', 'ndjson', '--yes', '--settle', '0.3', '--quiet'];

/** A machine with the built tool, and with what the tool keeps there. */
export class Machine {
  constructor(readonly place: Place) {
    mkdirSync(place.home, { recursive: true });
  }

  /** Starts the tool. `before` stands in front of it, as strace does. */
  tool(args: readonly string[], before: readonly string[] = []): Running {
    const { bin, baseUrl, name, home, state, inside = [] } = this.place;
    return start({
      program: [...inside, ...before, process.execPath, bin, ...args],
      cwd: home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        TMPDIR: home,
        // With one thread for files, the nth call of a kind is the same call each time.
        UV_THREADPOOL_SIZE: '1',
        RESALE_STATE_DIR: state,
        RESALE_BASE_URL: baseUrl,
        RESALE_CLIENT_ID: clientId,
        RESALE_API_KEY: `${apiKey}-${name}`,
      },
    });
  }

  /** Starts a job from its file. `--timeout` is for shops that fall silent: on a busy machine any short one runs out. */
  run({ command }: Job, more: readonly string[] = [], before: readonly string[] = []): Running {
    return this.tool([...command, '--from', this.place.file, '--skip-invalid', ...flags, ...more], before);
  }

  resume(run: string, more: readonly string[] = [], before: readonly string[] = []): Running {
    return this.tool(['runs', 'resume', run, ...flags, ...more], before);
  }

  /** What the journal of a run says of its rows. It is asked within this process where the tool can be loaded. */
  showRows(run: string): Promise<Said> {
    const { bin, home, state } = this.place;
    const tool = isBuilt(bin) ? inProcess(bin) : asProcess(bin);
    const env = { HOME: home, RESALE_STATE_DIR: state };
    const argv = ['runs', 'show', run, '--rows', '-o', 'ndjson'];
    return tool(argv, { env, cwd: home, stdin: new Uint8Array() });
  }

  /** The runs that began, the oldest first: those whose plan was agreed to. */
  async runs(): Promise<string[]> {
    const runs = join(this.place.state, 'runs');
    const names = await readdir(runs).catch((): string[] => []);
    const begun = await Promise.all(
      names.map(async (name) => (await readdir(join(runs, name))).includes('plan.ndjson')),
    );
    return names.filter((_, index) => begun[index]).sort();
  }

  /** `night/2-of-8` is a part of `night`. */
  journal = (run: string): string =>
    join(this.place.state, 'runs', run.replace('/', '/part-'), 'journal.ndjson');

  /** Whether what is printed holds a credential. */
  isTelling = (text: string): boolean => text.includes(apiKey);

  /** Files of this machine that hold the key. A run keeps whose it is, so the client id may be in one. */
  async leaks(): Promise<string[]> {
    const entries = await readdir(this.place.home, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    return files.filter((_, index) => texts[index]?.includes(apiKey));
  }
}
