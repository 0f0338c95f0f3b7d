import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openUmask } from './support/modes.ts';
import { errorOf, resale, type SandboxedTest, sandboxed } from './support/resale.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

// What other users could have put in place of ours is neither read nor used. Only root can give files to somebody else.
const asRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Gives a file, or a folder with everything in it, to another user. */
const give = (path: string): void => {
  lchownSync(path, nobody, nobody);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
};

/** A shop, and a machine where everything is kept in a directory that the user made for all. */
const shared = async (mode: number) => {
  openUmask();
  const place = temporaryFolder();
  chmodSync(place, mode);
  const sandbox = await sandboxed({ listings: 3 });
  const env = { ...sandbox.env, RESALE_STATE_DIR: place, RESALE_CACHE_DIR: place };
  return { place, sandbox, env, run: (line: string, stdin = '') => resale(line, { env, stdin }) };
};

const changesOf = ({ requests }: SandboxedTest) => requests.filter((request) => !request.startsWith('GET'));

/** A run of such a shop that lost its end, as after a power cut; resuming it would change a second listing. */
const withRun = async (mode: number) => {
  const shop = await shared(mode);
  const [one, two] = JSON.parse((await shop.run('listings list')).stdout).map(({ id }: { id: string }) => id);
  await shop.run('inventory set --from - --yes --concurrency 1', `id,quantity\n${one},7\n${two},8\n`);
  const runs = join(shop.place, 'runs');
  const [id = ''] = readdirSync(runs);
  const directory = join(runs, id);
  const journal = join(directory, 'journal.ndjson');
  const lines = readFileSync(journal, 'utf8').split('\n');
  const upTo = lines.findIndex((line) => line.includes('"outcome"'));
  writeFileSync(journal, `${lines.slice(0, upTo + 1).join('\n')}\n`);
  await shop.run(`inventory set ${two} 5 --yes`);
  shop.sandbox.requests.length = 0;
  return { ...shop, runs, id, directory, journal };
};
type Run = Awaited<ReturnType<typeof withRun>>;

test('the same run, left as it was, is resumed: the cases below would be, too', async () => {
  const shop = await withRun(0o777);
  expect((await shop.run('runs resume --yes')).exitCode).toBe(0);
  expect(changesOf(shop.sandbox)).toHaveLength(1);
});

/** What was done to a run → what is said of which of its files. */
const plants: [string, (run: Run) => void, string, string][] = [
  ['a folder of runs', ({ runs }) => give(runs), '', 'belongs to another user'],
  [
    'a folder of runs that a link leads to',
    ({ runs, place }) => {
      renameSync(runs, join(place, 'elsewhere'));
      symlinkSync('elsewhere', runs);
    },
    '',
    'is a symbolic link',
  ],
  [
    'a folder of runs for everybody',
    ({ runs }) => chmodSync(runs, 0o1777),
    '',
    'can be changed by other users',
  ],
  ['a run', ({ directory }) => give(directory), 'ID', 'belongs to another user'],
  ['a journal', ({ journal }) => give(journal), 'ID/journal.ndjson', 'belongs to another user'],
  [
    'a plan',
    ({ directory }) => give(join(directory, 'plan.ndjson')),
    'ID/plan.ndjson',
    'belongs to another user',
  ],
  [
    'a journal that others may change',
    ({ journal }) => chmodSync(journal, 0o666),
    'ID/journal.ndjson',
    'can be changed by other users',
  ],
  [
    'a link in place of a journal',
    ({ journal }) => {
      renameSync(journal, `${journal}-real`);
      symlinkSync(`${journal}-real`, journal);
    },
    'ID/journal.ndjson',
    'is a symbolic link',
  ],
  ...['journal.ndjson', 'plan.ndjson'].map((name): (typeof plants)[number] => [
    `a pipe that is called ${name}`,
    ({ directory }) => {
      rmSync(join(directory, name));
      execFileSync('mkfifo', [join(directory, name)]);
    },
    `ID/${name}`,
    'is not a regular file',
  ]),
];

describe.runIf(asRoot)('a run that somebody else could have a hand in is neither resumed nor undone', () => {
  describe.each([
    [0o777, plants],
    [0o1777, plants.filter(([what]) => what === 'a folder of runs' || what === 'a run')],
  ] as const)('in a directory of mode %o', (mode, planted) => {
    test.each(planted)('%s', async (_, plant, at, problem) => {
      const run = await withRun(mode);
      plant(run);
      const path = join(run.runs, at.replace('ID', run.id));
      for (const line of ['runs resume --yes', `runs resume ${run.id} --yes`, `runs undo ${run.id} --yes`]) {
        const screen = await run.run(line);
        expect([line, screen.exitCode]).toEqual([line, 2]);
        expect(errorOf(screen).message).toMatch(path);
        expect(errorOf(screen).message).toContain(problem);
      }
      expect(changesOf(run.sandbox)).toEqual([]);
    });
  });

  test('a file in place of the folder of runs', async () => {
    const { run, runs, sandbox } = await withRun(0o777);
    rmSync(runs, { recursive: true });
    writeFileSync(runs, '');
    for (const line of ['runs list', 'runs resume', 'listings close --from - --yes'])
      expect(errorOf(await run(line, 'id\n'))).toMatchObject({
        code: 'file-failed',
        message: `${runs} is not a directory.`,
        hint: 'Move it away, or name another directory with RESALE_STATE_DIR.',
      });
    expect(changesOf(sandbox)).toEqual([]);
  });

  test('runs list names a planted run as damaged, and runs prune leaves it alone', async () => {
    const { run, directory, id } = await withRun(0o777);
    give(directory);
    expect(JSON.parse((await run('runs list')).stdout)).toEqual([
      { run: id, state: 'damaged', error: `${directory} can't be used: it belongs to another user` },
    ]);
    await run('runs prune --older-than 0 --yes');
    expect(readdirSync(directory)).toContain('journal.ndjson');
  });
});

test('a folder of runs in which others could write is resumed once it is closed, as the error says', async () => {
  const { run, runs } = await withRun(0o777);
  chmodSync(runs, 0o777);
  const [, line = ''] =
    /close it: (chmod .*)\.$/.exec(`${errorOf(await run('runs resume --yes')).hint}`) ?? [];
  execFileSync('sh', ['-c', line]);
  expect((await run('runs resume --yes')).exitCode).toBe(0);
});

describe.runIf(asRoot)('a feed that somebody else could have a hand in is not printed', () => {
  const feedOf = (place: string) => {
    const folder = join(place, 'feeds', readdirSync(join(place, 'feeds'))[0] ?? '');
    const name = readdirSync(folder).find((file) => /^feed-.*\.json$/.test(file)) ?? '';
    return { feeds: join(place, 'feeds'), folder, file: join(folder, name) };
  };
  type Feed = ReturnType<typeof feedOf>;
  const forge = ({ file }: Feed) =>
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"price"', '"forge"'));

  test('it would be, if its owner had written it', async () => {
    const { run, place } = await shared(0o777);
    await run('feed fetch');
    forge(feedOf(place));
    expect((await run('feed fetch')).stdout).toContain('"forge"');
  });

  test.each<[string, (feed: Feed) => void, RegExp]>([
    ['the folder of all feeds', ({ feeds }) => give(feeds), /feeds: it belongs to another user/],
    ['only the folder above', ({ feeds }) => lchownSync(feeds, nobody, nobody), /feeds: it belongs to/],
    ['the folder of a service', ({ folder }) => give(folder), /feeds\/\w+: it belongs to another user/],
    ['a folder for everybody', ({ folder }) => chmodSync(folder, 0o1777), /it can be changed by other users/],
    ['a file', ({ file }) => give(file), /^$/],
    ['a file that others may change', ({ file }) => chmodSync(file, 0o666), /^$/],
    [
      'a link to a file',
      ({ file }) => {
        renameSync(file, `${file}-real`);
        symlinkSync(`${file}-real`, file);
      },
      /^$/,
    ],
    [
      'a pipe',
      ({ file }) => {
        rmSync(file);
        execFileSync('mkfifo', [file]);
      },
      /^$/,
    ],
  ])('%s', async (_, plant, said) => {
    const { run, place } = await shared(0o777);
    await run('feed fetch');
    const feed = feedOf(place);
    forge(feed);
    plant(feed);
    const screen = await run('feed fetch');
    expect([screen.exitCode, screen.stdout]).toEqual([0, expect.not.stringContaining('"forge"')]);
    expect(screen.stderr.split('\n')[0]).toMatch(said);
    const offline = await run('feed fetch --offline');
    expect(offline.stdout).not.toContain('"forge"');
  });
});

describe.runIf(asRoot)('candidates of completion that somebody else kept are not offered', () => {
  test('names of profiles', async () => {
    const config = temporaryFolder();
    const file = join(config, 'config.json');
    writeFileSync(file, '{"profiles":{"planted":{"baseUrl":"https://evil.example"}}}', { mode: 0o600 });
    const ask = () => resale('__complete profile', { env: { RESALE_CONFIG_DIR: config } });
    expect((await ask()).stdout).toContain('planted');
    give(file);
    expect((await ask()).stdout).toBe('sandbox\thttp://127.0.0.1:4141\n');
  });
});

describe.runIf(asRoot)('a profile that somebody else could have a hand in is not used', () => {
  test.each<[string, (config: string, file: string) => void, string]>([
    ['a directory', (config) => give(config), 'belongs to another user'],
    ['a file', (_, file) => give(file), 'belongs to another user'],
    ['a file that others may change', (_, file) => chmodSync(file, 0o666), 'can be changed by other users'],
  ])('%s', async (_, plant, problem) => {
    const config = join(temporaryFolder(), 'config');
    mkdirSync(config, { mode: 0o777 });
    const file = join(config, 'config.json');
    const key = { store: 'command', command: `touch ${config}/ran`, origin: 'http://127.0.0.1:9' };
    const live = { baseUrl: 'http://127.0.0.1:9', clientId: 'c', key };
    writeFileSync(file, JSON.stringify({ profiles: { live } }), { mode: 0o600 });
    plant(config, file);
    const screen = await resale('listings list -p live', { env: { RESALE_CONFIG_DIR: config } });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringContaining(problem)]);
    expect(readdirSync(config)).toEqual(['config.json']);
  });
});

test('the line that closes a file to others can be pasted, whatever its path is', async () => {
  const config = join(temporaryFolder(), "it's $(touch ran)");
  mkdirSync(config, { mode: 0o700 });
  const file = join(config, 'config.json');
  writeFileSync(file, '{"profiles":{}}');
  chmodSync(file, 0o666);
  const env = { RESALE_CONFIG_DIR: config };
  const [, line = ''] =
    /close it: (chmod .*)\.$/.exec(`${errorOf(await resale('profiles list', { env })).hint}`) ?? [];
  execFileSync('sh', ['-c', line], { cwd: config });
  expect([readdirSync(config), (await resale('profiles list', { env })).exitCode]).toEqual([
    ['config.json'],
    0,
  ]);
});

describe.runIf(asRoot)('the script of a completion is not put where somebody else could replace it', () => {
  const ours = 'fish/completions';
  test.each<[string, (home: string) => void, string]>([
    ['its folder', (home) => lchownSync(join(home, ours), nobody, nobody), ours],
    ['a folder above', (home) => lchownSync(join(home, 'fish'), nobody, nobody), 'fish'],
    ['the topmost folder', (home) => lchownSync(home, nobody, nobody), '.'],
    [
      'a folder above, in which each owns what is his',
      (home) => {
        chmodSync(join(home, 'fish'), 0o1777);
        lchownSync(join(home, 'fish'), nobody, nobody);
      },
      'fish',
    ],
    [
      'a link of theirs to a folder of ours',
      (home) => {
        renameSync(join(home, 'fish'), join(home, 'real'));
        symlinkSync('real', join(home, 'fish'));
        lchownSync(join(home, 'fish'), nobody, nobody);
      },
      'fish',
    ],
    [
      'a link of ours to a folder in one of theirs',
      (home) => {
        mkdirSync(join(home, 'theirs/fish/completions'), { recursive: true });
        rmSync(join(home, 'fish'), { recursive: true });
        symlinkSync(join(home, 'theirs/fish'), join(home, 'fish'));
        lchownSync(join(home, 'theirs'), nobody, nobody);
      },
      'theirs',
    ],
    [
      'the script itself, even if it says what ours says',
      (home) => {
        copyFileSync('completions/resale.fish', join(home, ours, 'resale.fish'));
        give(join(home, ours, 'resale.fish'));
      },
      `${ours}/resale.fish`,
    ],
    [
      'a link in its place',
      (home) => {
        symlinkSync(join(home, 'elsewhere'), join(home, ours, 'resale.fish'));
        lchownSync(join(home, ours, 'resale.fish'), nobody, nobody);
      },
      `${ours}/resale.fish`,
    ],
  ])('%s', async (_, plant, at) => {
    const home = temporaryFolder();
    mkdirSync(join(home, ours), { recursive: true });
    plant(home);
    const env = { HOME: home, XDG_CONFIG_HOME: home };
    for (const flag of ['', ' --dry-run']) {
      const screen = await resale(`completion install fish${flag}`, { env });
      expect([screen.exitCode, errorOf(screen).message]).toEqual([
        2,
        `${join(home, at)} belongs to another user, who could replace the script that your shell runs.`,
      ]);
    }
    expect(existsSync(join(home, 'elsewhere'))).toBe(false);
  });
});

describe.runIf(asRoot)('nothing is written through what somebody else put where all may write', () => {
  /** A place for all, with a folder of ours in it, a link of theirs to that, and a file of theirs. */
  const place = (mode: number) => {
    const all = temporaryFolder();
    openUmask();
    chmodSync(all, mode);
    mkdirSync(join(all, 'ours'), { mode: 0o700 });
    symlinkSync('ours', join(all, 'way'));
    writeFileSync(join(all, 'theirs'), '');
    for (const name of ['way', 'theirs']) lchownSync(join(all, name), nobody, nobody);
    return all;
  };
  const link = "another user's symbolic link leads to it";
  test.each([
    [0o1777, 'way/file', link],
    [0o777, 'way/file', link],
    [0o1777, 'theirs', 'it belongs to another user'],
  ])('in a folder of mode %o: %s', async (mode, name, problem) => {
    const all = place(mode);
    const file = join(all, name);
    const { env } = await sandboxed({ listings: 1 });
    const screen = await resale(`listings list -o json --out ${file}`, { env });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, `Cannot write ${file}: ${problem}.`]);
    expect([readdirSync(join(all, 'ours')), readFileSync(join(all, 'theirs'), 'utf8')]).toEqual([[], '']);
  });

  test('a folder of ours is found by a link of ours', async () => {
    const all = place(0o1777);
    symlinkSync('ours', join(all, 'own'));
    expect((await resale(`profiles list -o json --out ${join(all, 'own/file')}`)).exitCode).toBe(0);
    expect(readdirSync(join(all, 'ours'))).toEqual(['file']);
  });
});

test.runIf(asRoot)(
  'a sandbox does not write its state through a folder that somebody else replaced by a link after its start',
  async () => {
    openUmask();
    const all = temporaryFolder();
    chmodSync(all, 0o777);
    for (const name of ['kept', 'elsewhere']) mkdirSync(join(all, name));
    const { env } = await sandboxed({ listings: 1, stateFile: join(all, 'kept/state.json') });
    renameSync(join(all, 'kept'), join(all, 'moved'));
    symlinkSync('elsewhere', join(all, 'kept'));
    lchownSync(join(all, 'kept'), nobody, nobody);
    const line = 'inventory adjust 90025b3b-3c3c-4d40-91b1-88d4177828cf 1 --settle 0';
    expect((await resale(line, { env })).exitCode).not.toBe(0);
    expect(readdirSync(join(all, 'elsewhere'))).toEqual([]);
    rmSync(join(all, 'kept'));
    renameSync(join(all, 'moved'), join(all, 'kept'));
    expect((await resale(line, { env })).exitCode).toBe(0);
  },
);

test.runIf(asRoot)(
  'a sandbox does not write its state through a link that somebody else put there after its start',
  async () => {
    const folder = temporaryFolder();
    const [stateFile, other] = [join(folder, 'state.json'), join(folder, 'other')];
    const { env } = await sandboxed({ listings: 1, stateFile });
    const path = '/v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory';
    const line = `api PUT ${path} --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`;
    expect((await resale(line, { env })).exitCode).toBe(0);
    renameSync(stateFile, other);
    const before = readFileSync(other, 'utf8');
    symlinkSync(other, stateFile);
    lchownSync(stateFile, nobody, nobody);
    expect((await resale(line, { env })).exitCode).not.toBe(0);
    expect(readFileSync(other, 'utf8')).toBe(before);
    rmSync(stateFile);
    expect((await resale(line, { env })).exitCode).toBe(0);
  },
);

describe.runIf(asRoot)('a sandbox does not begin with the state of somebody else', () => {
  test.each<[string, (file: string) => void, string]>([
    ['a file', (file) => give(file), 'belongs to another user'],
    ['a file that others may change', (file) => chmodSync(file, 0o666), 'can be changed by other users'],
    [
      'a link',
      (file) => {
        renameSync(file, `${file}-real`);
        symlinkSync(`${file}-real`, file);
        lchownSync(file, nobody, nobody);
      },
      "is reached through another user's symbolic link",
    ],
  ])('%s', async (_, plant, problem) => {
    const file = join(temporaryFolder(), 'state.json');
    writeFileSync(file, '{}', { mode: 0o600 });
    plant(file);
    const screen = await resale(`sandbox start --port 0 --keep '${file}'`);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, `${file} ${problem}.`]);
  });
});
