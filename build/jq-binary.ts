import type { Plugin } from 'rolldown';

const library = '/node_modules/jq-wasm/dist/build/jq.js';
const inText = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
const file = 'jq.wasm';

/**
 * Keeps jq's WebAssembly in a file of its own, which the library reads as well. Within its code, as Base64, it takes 130 KB
 * more of the package. Fails if the library has changed.
 */
export const jqBinary = (): Plugin => ({
  name: 'jq-binary',
  transform(code, id) {
    if (!id.endsWith(library)) return undefined;
    const [said, base64] = inText.exec(code) ?? [];
    if (said === undefined || base64 === undefined)
      throw new Error(`${library} holds no WebAssembly any more`);
    this.emitFile({ type: 'asset', fileName: file, source: Buffer.from(base64, 'base64') });
    return { code: code.replace(said, () => `require('node:path').join(__dirname, '${file}')`), map: null };
  },
});
