import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxProfile } from '../../../src/profiles/sandbox-profile.ts';
import { installedWith } from '../../profiles/keys/fake-keyring.ts';
import { machine } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';
import { down, enter, inMemoryTerminal } from '../../support/terminal.ts';

const { clientId, apiKey } = sandboxProfile;

const openShop = async () => (await sandboxed({ listings: 3 })).baseUrl;

const profilesOn = (home: string, file = 'config.json') =>
  JSON.parse(readFileSync(join(home, '.config/resale', file), 'utf8')).profiles;

describe('profiles add, at a terminal', () => {
  it('without a keyring another place is asked for, and nothing else', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const line = `profiles add live --base-url ${baseUrl} --client-id ${clientId} --shop-id S1 --currency EUR --store keyring`;
    const terminal = inMemoryTerminal(line, { on });
    await terminal.answer('Where should the API key be kept?', down);
    // Once for --store, and once for what was chosen.
    await terminal.shows(/(?:Choose\sanother\splace[\s\S]*){2}/);
    await terminal.answer('Where should the API key be kept?', '');
    await terminal.ends('? API key (not shown):');
    terminal.type(`${apiKey}${enter}`);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(terminal.raw()).not.toContain(apiKey);
    expect(profilesOn(on.home).live).toEqual({
      baseUrl,
      clientId,
      shopId: 'S1',
      currency: 'EUR',
      key: { store: 'file' },
    });
  });

  it('a keyring that takes no key is found at the end', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const { self } = installedWith(`exports.Entry = class {
      getPassword() { return null; }
      setPassword() { throw new Error('locked'); }
      deleteCredential() {}
    };`);
    const line = `profiles add live --base-url ${baseUrl} --client-id ${clientId} --shop-id S1 --currency EUR --store keyring`;
    const terminal = inMemoryTerminal(line, { on, self });
    await terminal.ends('? API key (not shown):');
    terminal.type(`${apiKey}${enter}`);
    expect(await terminal.ended).toEqual({ exitCode: 4, signal: 0 });
    expect(terminal.text()).toMatch(/with --store file or --key-command/);
    expect(terminal.raw()).not.toContain(apiKey);
    expect(readdirSync(on.home)).not.toContain('.config');
  });
});
