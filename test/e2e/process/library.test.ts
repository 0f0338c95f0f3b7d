import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { exports } from '../../../package.json';
import { dist, loadedByScript } from '../../support/loaded.ts';
import { sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = dirname(dist);

/** A project of somebody else, in which the package is installed. */
const project = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/resale'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

/** Runs a file of a project, with nothing of the developer's environment. */
const run = async (folder: string, file: string, env: Record<string, string> = {}) => {
  const how = { cwd: folder, env, extendEnv: false, reject: false, all: true } as const;
  const { exitCode, all } = await execa(process.execPath, [file], how);
  return { exitCode, all };
};

/** The examples of the page, and what each is for. */
const examples = [
  ...readFileSync(join(root, 'docs/library.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm),
].map(([, code = '']) => code);

describe('the examples of the page', () => {
  test.each(examples.map((code, index) => [index, code] as const))('run: %i', async (_, code) => {
    const { env } = await sandboxed({ listings: 5 });
    const file = code.includes('require(') ? 'example.cjs' : 'example.mjs';
    const said = /^\/\/ (.*)\n$/m.exec(code.slice(code.lastIndexOf('\n//') + 1))?.[1];
    const ran = await run(project({ [file]: code }), file, env);
    expect(ran).toMatchObject({ exitCode: 0 });
    if (said !== undefined) expect(ran.all).toBe(said);
  });

  test('are there', () => {
    expect(examples).toHaveLength(4);
  });
});

describe('the package', () => {
  test('has each class once, however it is loaded', async () => {
    const folder = project({
      'both.mjs': `import { createRequire } from 'node:module';
        import * as imported from 'resale';
        const required = createRequire(import.meta.url)('resale');
        console.log(Object.keys(imported).filter((name) => imported[name] === required[name]).join());`,
    });
    expect(await run(folder, 'both.mjs')).toEqual({
      exitCode: 0,
      all: 'CallError,InvalidInput,ResaleError,createClient,startSandbox',
    });
  });

  test('says under which licences it holds others, also those within the compiled jq', () => {
    const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['zod', 'conf', 'hono', 'jq-wasm', 'yaml'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
    for (const name of ['Oniguruma', 'decNumber', 'strtod']) expect(notices).toContain(name);
  });

  test('opens nothing else', async () => {
    const folder = project({ 'deep.mjs': "import 'resale/dist/main.cjs';" });
    expect((await run(folder, 'deep.mjs')).all).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
    const files = Object.values(exports['.']).flatMap((ways) => Object.values(ways));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test.each([
    ["import { createClient } from 'resale';", 'mjs', "await shop.getListing('x');"],
    [
      "const { createClient } = require('resale');",
      'cjs',
      "createClient({ baseUrl: 'http://shop.example' });",
    ],
  ])('shows the caller its own line: %s', async (load, kind, wrong) => {
    const folder = project({
      [`wrong.${kind}`]: `${load}
        const shop = createClient({ baseUrl: 'http://127.0.0.1:9', clientId: 'a', apiKey: 'b' });
        ${wrong}`,
    });
    const { exitCode, all = '' } = await run(folder, `wrong.${kind}`);
    expect(exitCode).toBe(1);
    expect(all).toContain(`wrong.${kind}:3`);
    expect(all.length).toBeLessThan(1_500);
  });
});

describe('what is loaded', () => {
  const sandboxOf = "const { createClient, startSandbox } = require('resale');";
  test.each([
    ['the client', sandboxOf, 'zod'],
    ['the sandbox only with it', `${sandboxOf} startSandbox().then(({ close }) => close());`, 'zod hono'],
  ])('%s', async (_, code, libraries) => {
    const folder = project({ 'load.cjs': code });
    const { exitCode, stderr, heavy } = await loadedByScript(join(folder, 'load.cjs'));
    expect({ exitCode, stderr, heavy: heavy.join(' ') }).toEqual({
      exitCode: 0,
      stderr: '',
      heavy: libraries,
    });
  });
});

describe('the types', () => {
  const declared = readFileSync(join(dist, 'library.d.ts'), 'utf8');

  test('are in one file that needs no other, with a word on what is not plain', () => {
    expect(declared).not.toMatch(/^\s*(?:import|export \*|\/\/\/)|import\(/m);
    expect(declared).toContain('/** Lists an item.');
  });

  const program = `import { CallError, createClient, ResaleError, startSandbox, type InventoryResult } from 'resale';
    export const say = (result: InventoryResult): string => {
      switch (result.outcome) {
        case 'applied': case 'converged': case 'unchanged': return String(result.before + result.after);
        case 'refused': return String(result.actual ?? result.error.message);
        case 'unknown': return result.error.code;
        default: { const none: never = result; return none; }
      }
    };
    export const main = async (): Promise<void> => {
      await using sandbox = await startSandbox({ listings: [{ availableInventory: 2 }], faults: { '500': 0.1 }, rate: 5 });
      const { signal } = new AbortController();
      const shop = createClient({ ...sandbox, signal });
      for await (const { id, availableInventory } of shop.listings({ state: 'OPEN', signal }))
        say(await shop.setInventory(id, 3, { expect: availableInventory }));
      for await (const { price } of shop.feed()) price.toFixed();
      // @ts-expect-error a source needs its own fields
      await shop.createListing({ shopId: '', condition: 'GOOD', images: [], productDataSourceType: 'COMMERCE_SKU' });
      // @ts-expect-error there is no such field
      shop.listings({ stat: 'OPEN' });
    };
    export const isLater = (error: unknown): boolean =>
      error instanceof CallError ? error.facts.detail === '' : error instanceof ResaleError && error.retryable;`;

  test('are found and right, however the package is loaded', async () => {
    const files = ['a.mts', 'a.cts'];
    const options = {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom'],
      types: [],
    };
    const folder = project({
      'tsconfig.json': JSON.stringify({ compilerOptions: options, files }),
      ...Object.fromEntries(files.map((file) => [file, program])),
    });
    const { all } = await execa(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
      reject: false,
      all: true,
    });
    expect(all).toBe('');
  });
});
