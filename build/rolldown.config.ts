import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { chunks } from './chunks.ts';
import { esModule } from './es-module.ts';
import { jqLibrary } from './jq-library.ts';
import { replacements } from './replacements.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

/** What is not read needs no room. */
const comments = { legal: true, jsdoc: false, annotation: false };

/** CommonJS, cut into chunks that load when a command needs them: that is what makes the tool start fast. */
const program = defineConfig({
  // A separate process accesses the keyring, and jq runs in a thread: each starts from its own file.
  input: {
    main: 'src/main.ts',
    keyring: 'src/profiles/keys/keyring-program.ts',
    jq: 'src/jq/worker.ts',
    library: 'src/library/index.ts',
  },
  platform: 'node',
  // A binary, and optional: npm installs it where it can.
  external: ['@napi-rs/keyring'],
  // Code that other chunks share with an entry stays in it: one file less to load.
  preserveEntrySignatures: 'allow-extension',
  plugins: [replacements(), jqLibrary(), thirdPartyNotices('THIRD-PARTY-NOTICES.txt'), esModule('library')],
  output: {
    dir: 'dist',
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // Code that is kept compiled can't import, only require.
    dynamicImportInCjs: false,
    comments,
    codeSplitting: { groups: chunks },
  },
});

/** What loads the program: in one file, which shares none with it, since it loads the others in another way. */
const loader = defineConfig({
  input: { loader: 'src/loader/chunks.ts' },
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    comments,
  },
});

/** What the library declares, in one file. */
const declarations = defineConfig({
  input: { library: 'src/library/index.ts' },
  plugins: [dts({ emitDtsOnly: true, oxc: true })],
  output: { dir: 'dist', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
});

export default [program, loader, declarations];
