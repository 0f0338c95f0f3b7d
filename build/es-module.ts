import type { Plugin } from 'rolldown';

/**
 * Makes an entry importable: a module that re-exports the CommonJS file, so that each class exists once for both kinds of loading.
 * The package.json marks the folder as CommonJS for TypeScript.
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
