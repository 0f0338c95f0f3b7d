import type { Plugin } from 'rolldown';

const library = '/node_modules/jq-wasm/dist/build/jq.js';
const inText = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
const file = 'jq.wasm';
const ownMethod = 'raw(jsonString, query, flags = [])';

/**
 * Keeps jq's WebAssembly in a file of its own, which the library reads as well: within its code, as Base64, it takes 130 KB
 * more of the package. And gives access to its streams. Fails if the library has changed.
 */
export const jqLibrary = (): Plugin => ({
  name: 'jq-library',
  transform(code, id) {
    if (!id.endsWith(library)) return undefined;
    const [said, base64] = inText.exec(code) ?? [];
    if (said === undefined || base64 === undefined || !code.includes(ownMethod))
      throw new Error(`${library} is not what it was`);
    this.emitFile({ type: 'asset', fileName: file, source: Buffer.from(base64, 'base64') });
    const changed = code
      .replace(said, () => `require('node:path').join(__dirname, '${file}')`)
      .replace(ownMethod, `files: () => FS, ${ownMethod}`);
    return { code: changed, map: null };
  },
});
