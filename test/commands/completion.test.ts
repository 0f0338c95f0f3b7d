import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { shellWord } from '../../src/words/resale-line.ts';
import { leapingClock } from '../support/clock.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const scripts = [
  ['bash', 'resale.bash'],
  ['zsh', '_resale'],
  ['fish', 'resale.fish'],
] as const;

test.each(scripts)('completion %s prints the script of the package', async (shell, file) => {
  const script = await readFile(join('completions', file), 'utf8');
  expect(await resale(`completion ${shell}`)).toEqual({ exitCode: 0, stdout: script, stderr: '' });
});

describe('completion install', () => {
  it.each(scripts)('%s writes that script', async (shell, script) => {
    const env = { HOME: temporaryFolder() };
    const { file } = JSON.parse((await resale(`completion install ${shell}`, { env })).stdout);
    expect(await readFile(file, 'utf8')).toBe(await readFile(join('completions', script), 'utf8'));
  });

  it.each(['fish/completions', 'fish', '.'])(
    'a folder that others may change is refused: %s',
    async (open) => {
      const XDG_CONFIG_HOME = temporaryFolder();
      const folder = join(XDG_CONFIG_HOME, 'fish/completions');
      const opened = join(XDG_CONFIG_HOME, open);
      await mkdir(folder, { recursive: true });
      await chmod(opened, 0o777);
      const env = { HOME: XDG_CONFIG_HOME, XDG_CONFIG_HOME };
      const screen = await resale('completion install fish', { env });
      expect([screen.exitCode, errorOf(screen)]).toEqual([
        2,
        expect.objectContaining({
          code: 'file-failed',
          hint: `Check its contents, then remove the others' write permission and try again: chmod go-w ${shellWord(opened)}.`,
        }),
      ]);
      expect(await readdir(folder)).toEqual([]);
      await chmod(opened, 0o755);
      expect((await resale('completion install fish', { env })).exitCode).toBe(0);
    },
  );
});

/** What the scripts ask the tool for, and what it says. */
const asked = (line: string, env: Record<string, string>) => resale(`__complete ${line}`, { env });

describe('what the scripts ask the tool', () => {
  it('runs: those that were agreed to, with their parts and undos, by the shortest names', async () => {
    const state = temporaryFolder();
    const [first, second] = ['20261120-080000-aaaa', '20261121-120501-4f2a'];
    for (const path of [first, second, `${second}/undo`, `${second}/part-1-of-2`, '20261122-080000-bbbb']) {
      await mkdir(join(state, 'runs', path), { recursive: true });
      // A part has the plan of its run, and what nobody has agreed to has none.
      if (/(?:aaaa|4f2a|undo)$/.test(path)) await writeFile(join(state, 'runs', path, 'plan.ndjson'), '');
    }
    const { stdout } = await asked('run runs show', { RESALE_STATE_DIR: state });
    expect(stdout).toContain('4f2a/undo\t2026-11-21 12:05:01 UTC\n');
    const names = stdout.trim().replace(/\t.*/g, '').split('\n');
    expect(names.sort()).toEqual(['4f2a', '4f2a/1-of-2', '4f2a/undo', 'aaaa']);
  });

  it.each([
    ['listing listings close', 'a-1\tRETURN-1 SKU-1 OPEN 2\nb-1\tCLOSED 0\n'],
    ['sku listings get', 'SKU-1\tRETURN-1 OPEN 2\n'],
    ['external-id listings get', 'RETURN-1\tSKU-1 OPEN 2\n'],
    ['listing listings get --sku SKU-1', ''],
  ])('names of listings, each with what else is known of it: %s', async (line, names) => {
    const listings = [
      { id: 'a-1', externalIdentifier: 'RETURN-1', sku: 'SKU-1', state: 'OPEN', availableInventory: 2 },
      { id: 'b-1', externalIdentifier: null, sku: null, state: 'CLOSED', availableInventory: 0 },
    ];
    const { env } = await startService({
      '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false } }),
    });
    expect((await asked(line, env)).stdout).toBe(names);
  });

  it.each([['--base-url URL'], ['--base-url=URL']])(
    'listings: of the service that the line names with %s',
    async (flags) => {
      const one = await sandboxed({ listings: 1 });
      const two = await sandboxed({ listings: 2 });
      const { stdout } = await asked(`listing ${flags.replace('URL', two.baseUrl)} listings get`, one.env);
      expect(stdout.match(/\n/g)).toHaveLength(2);
    },
  );

  it('listings: no key command is run, which might ask its user something', async () => {
    const { baseUrl } = await sandboxed({ listings: 1 });
    const home = temporaryFolder();
    const env = { RESALE_CONFIG_DIR: join(home, 'config') };
    const mark = join(home, 'was-run');
    const add = `profiles add shop --base-url ${baseUrl} --client-id me --store command --key-command 'touch ${mark}'`;
    expect((await resale(add, { env })).exitCode).toBe(0);
    await rm(mark, { force: true });
    expect((await asked('listing -p shop', env)).stdout).toBe('');
    await expect(stat(mark)).rejects.toThrow('ENOENT');
  });

  it('listings: nothing, and no message, if the service answers too late for a Tab', async () => {
    const deadline = new AbortController();
    const bounds: number[] = [];
    const late = json(200, { listings: [{ id: 'late-1' }], pageInfo: { hasNextPage: false } });
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        deadline.abort();
        setTimeout(() => late(response, request), 100);
      },
    });
    const clock: Clock = {
      ...leapingClock(),
      deadline(milliseconds) {
        bounds.push(milliseconds);
        return deadline.signal;
      },
    };
    expect(await resale('__complete listing', { env, clock })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(bounds).toEqual([700]);
  });

  const hostile =
    '-rf¦--yes¦¦a b¦$(id)¦`id`¦a;id¦a\'b¦a"b¦a\\b¦a\tb¦a\nb¦a:b¦=ls¦~root¦*¦\u001b[2J¦a\u2028b¦{a,b}¦%1¦!1¦#a¦é¦.hidden¦a/b¦@a'.split(
      '¦',
    );

  it('listings: no identifier that a shell or the tool would take for something else, and no meaning of several lines', async () => {
    const listings = [...hostile, 'good-1'].map((id) => ({ id, sku: `x\n${id}\u001b[2J`, state: 'OPEN' }));
    const { env } = await startService({
      '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false } }),
    });
    const { stdout } = await resale(['__complete', 'listing', 'listings', 'get'], { env });
    expect(stdout).toBe('good-1\tx\\u000agood-1\\u001b[2J OPEN\n');
  });

  it('profiles and runs: the same', async () => {
    const directory = temporaryFolder();
    const profiles = Object.fromEntries(hostile.map((name) => [name, { baseUrl: `https://a\n\u001b[2J` }]));
    await writeFile(
      join(directory, 'config.json'),
      JSON.stringify({ profiles: { ...profiles, good: { baseUrl: 'x\ny' } } }),
    );
    const state = temporaryFolder();
    for (const name of [...hostile.map((one) => one.replaceAll('/', '')), 'good']) {
      await mkdir(join(state, 'runs', name), { recursive: true }).catch(() => {});
      await writeFile(join(state, 'runs', name, 'plan.ndjson'), '').catch(() => {});
    }
    const env = { RESALE_CONFIG_DIR: directory, RESALE_STATE_DIR: state };
    expect((await resale(['__complete', 'profile'], { env })).stdout).toMatch(
      /^good\tx\\u000ay\nsandbox\t\S+\n$/,
    );
    const runs = (await resale(['__complete', 'run'], { env })).stdout.split('\n');
    expect(runs.sort()).toEqual(['', 'ab\tab', 'good\tgood']);
  });
});
