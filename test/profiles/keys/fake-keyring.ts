import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../../../src/profiles/keys/credentials.ts';
import { bin } from '../../support/built.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { around } from '../directory.ts';

/** A copy of the built tool with another library in place of the real keyring; with none, as if it were not installed. */
export const installedWith = (library?: string): Surroundings => {
  const place = temporaryFolder();
  for (const folder of ['bin', 'dist'])
    cpSync(join(bin, '../..', folder), join(place, folder), { recursive: true });
  if (library !== undefined) {
    const at = join(place, 'node_modules/@napi-rs/keyring');
    mkdirSync(at, { recursive: true });
    const fs = `const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');`;
    writeFileSync(join(at, 'index.js'), fs + library);
  }
  return {
    ...around({ PATH: process.env.PATH, KEPT: join(place, 'kept') }),
    self: [process.execPath, join(place, 'bin/resale.js')] as const,
  };
};

/** A copy of the tool whose keyring keeps its entries in a file, and what that holds: entries by name. */
export const withKeyring = () => {
  const surroundings = installedWith(`
    const file = process.env.KEPT;
    const entries = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const save = () => writeFileSync(file, JSON.stringify(entries));
    exports.Entry = class {
      constructor(service, name) { this.name = name; }
      getPassword() { return entries[this.name] ?? null; }
      setPassword(value) { entries[this.name] = value; save(); }
      deleteCredential() { delete entries[this.name]; save(); }
    };`);
  const file = surroundings.env.KEPT ?? '';
  const entries = (): Record<string, string> =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return { surroundings, entries };
};
