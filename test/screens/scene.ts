import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A command line whose screen is kept, and what was done before it. */
export interface Scene {
  /** Behind `resale`; RUN stands for the newest run. */
  line: string;
  /** Command lines that were run before. */
  before?: readonly string[];
  /** What somebody else did before: told of the sandbox, in whose shop it is done. */
  meanwhile?: (sandbox: SandboxedTest) => Promise<void>;
  /** Files in the directory where it is typed. */
  files?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** It runs until it is stopped: once this is on the screen. */
  stopAt?: string;
  /** How much there is in its sandbox, where not 6 listings and 12 products. */
  listings?: number;
  products?: number;
  /** The widths it is shown at, where others look the same as those of another scene. */
  widths?: readonly number[];
  /** What another screen shows already, and stands as an ellipsis here. */
  elsewhere?: RegExp;
}

/** When every scene begins, since times and names of runs are on the screens. */
const began = new Date('2026-11-21T12:05:01Z');

/** Plays a scene on a terminal of a width, in a sandbox and directories of its own, and returns what is on the screen then, and the exit code. */
export const played = async (scene: Scene, width: number): Promise<{ screen: string; exitCode: number }> => {
  const sandbox = await sandboxed({ products: scene.products ?? 12, listings: scene.listings ?? 6 });
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(scene.files ?? {})) await writeFile(join(cwd, name), text);
  await scene.meanwhile?.(sandbox);
  const runs = join(cwd, 'state/runs');
  const env = {
    ...sandbox.env,
    RESALE_PROFILE: 'sandbox',
    RESALE_CONFIG_DIR: join(cwd, 'config'),
    RESALE_STATE_DIR: join(cwd, 'state'),
    RESALE_CACHE_DIR: join(cwd, 'cache'),
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    // On a machine that has much to do, a screen would show for how long.
    CI: 'true',
    ...scene.env,
  };
  const runNames = () => readdir(runs).catch(() => []);
  const newest = async (line: string) => line.replace('RUN', (await runNames()).sort().at(-1) ?? 'RUN');
  vi.setSystemTime(began);
  for (const line of scene.before ?? []) {
    await resale(await newest(line), { env, cwd });
    vi.setSystemTime(Date.now() + 1000);
  }
  for (const name of await runNames()) await movedHome(join(runs, name, 'manifest.json'), cwd);

  const earlier = await runNames();
  let screen = '';
  const stop = new AbortController();
  const onText = (text: string) => {
    screen += text;
    if (scene.stopAt !== undefined && screen.includes(scene.stopAt)) stop.abort(new Interrupted('SIGINT'));
  };
  const { exitCode } = await resale(await newest(scene.line), {
    env,
    cwd,
    terminal: width,
    interruption: stop.signal,
    onStdout: onText,
    onStderr: onText,
  });
  const origins = [...screen.replaceAll(/\n */g, '').matchAll(/127\.0\.0\.1:\d{5}/g)].map(
    ([origin]) => origin,
  );
  const settling: Settling = [
    [sandbox.baseUrl.slice('http://'.length), '127.0.0.1:41410'],
    ...origins.map((origin) => [origin, '127.0.0.1:41410'] as const),
    // The time is kept: it is the test's.
    ...[...earlier, ...(await runNames())].flatMap((name): [string, string][] => [
      [name, `${name.slice(0, -4)}4f2a`],
      [` ${name.slice(-4)}`, ' 4f2a'],
    ]),
  ];
  const shown = settled(screen, settling);
  return { screen: scene.elsewhere ? shown.replace(scene.elsewhere, '  …\n') : shown, exitCode };
};

/** Has a run come from a folder whose name is as long on every machine: the lines of a screen break where it ends. */
const movedHome = async (manifest: string, cwd: string): Promise<void> =>
  writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll(cwd, '/home/maria/stock'));

/** What differs from run to run, and what stands for it: texts of the same length. */
type Settling = readonly (readonly [actual: string, instead: string])[];

const pattern = (text: string): RegExp =>
  new RegExp([...text].map((character) => character.replace(/\W/, '\\$&')).join('(?:\\n *)?'), 'g');

/** A screen with what differs from run to run replaced, also where a line ends in the midst of it. */
const settled = (screen: string, settling: Settling): string =>
  settling.reduce((text, [actual, instead]) => {
    if (actual.length !== instead.length) throw new Error(`${instead} is not as long as ${actual}`);
    const signs = instead.replaceAll(' ', '');
    return text.replace(pattern(actual), (found) => {
      let at = 0;
      return found.replace(/\S/g, () => signs[at++] ?? '');
    });
  }, screen);
