import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { jqLibrary } from '../../../build/jq-library.ts';
import { replacements } from '../../../build/replacements.ts';

/** What the package replaces in libraries. One of them is not in this bundle, so not everything is there to be replaced. */
const { buildEnd: _, ...asPackaged } = replacements();

/**
 * What neither looks at time nor at anything else outside of itself, and takes longest to evaluate: all processes share it. What it
 * imports has to be in it, too.
 */
const pure =
  /\/node_modules\/(?:zod|csv-parse|lossless-json|string-width|strip-ansi|ansi-regex|get-east-asian-width|yaml)\/|\/src\/service\//;

/** The chunks that all processes share. */
export const sharedChunks = ['shared.cjs', 'rolldown-runtime.cjs'];

/** Bundles the tool into a folder of chunks, as the package has it. */
export const buildTool = async (folder: string, plugins: readonly Plugin[] = []): Promise<void> => {
  const bundle = await rolldown({
    input: { main: resolve('src/main.ts'), library: resolve('src/library/index.ts') },
    platform: 'node',
    external: ['@napi-rs/keyring'],
    logLevel: 'silent',
    plugins: [asPackaged, jqLibrary(), ...plugins],
  });
  await bundle.write({
    dir: folder,
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: { groups: [{ name: 'shared', test: pure }] },
  });
  await bundle.close();
};

/** Makes the package's own bundle in a folder, and puts `bin` beside it. */
export const buildPackage = async (folder: string, plugins: readonly Plugin[] = []): Promise<void> => {
  const [program = {}, loader = {}] = [
    await loadConfig('build/rolldown.config.ts'),
  ].flat() as RolldownOptions[];
  const dir = join(folder, 'dist');
  for (const [bundle, more] of [
    [program, plugins],
    [loader, []],
  ] as const)
    await build({
      ...bundle,
      output: { ...bundle.output, dir },
      plugins: [bundle.plugins, ...more],
      logLevel: 'silent',
    });
  for (const file of ['bin', 'package.json']) cpSync(file, join(folder, file), { recursive: true });
};
