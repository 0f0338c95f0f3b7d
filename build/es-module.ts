import type { Plugin } from 'rolldown';

/**
 * Lets programs import an entry: a module that passes on what the CommonJS has, so that each class is there once, however it was
 * loaded. TypeScript takes what stands beside it for CommonJS, as it is.
 */
export const esModule = (name: string): Plugin => ({
  name: 'es-module',
  generateBundle(_, bundle) {
    const entry = bundle[`${name}.cjs`];
    if (entry?.type !== 'chunk') throw new Error(`${name} is no entry`);
    const asset = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
    asset(
      `${name}.mjs`,
      `import all from './${name}.cjs';\nexport const { ${entry.exports.join(', ')} } = all;\n`,
    );
    asset(`${name}.d.mts`, `export * from './${name}.js';\n`);
    asset('package.json', '{ "type": "commonjs" }\n');
  },
});
