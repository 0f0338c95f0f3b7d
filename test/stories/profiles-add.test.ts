import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { installedWith } from '../profiles/keys/fake-keyring.ts';
import { machine } from '../support/built.ts';
import { ctrlC, down, enter, inTerminal, scriptInTerminal, up } from '../support/terminal.ts';

const { clientId, apiKey } = sandboxProfile;

const openShop = async () => {
  const sandbox = await startSandbox({ credentials: { clientId, apiKey }, port: 0, listings: 3 });
  onTestFinished(() => sandbox.close());
  return sandbox.baseUrl;
};

const profilesOn = (home: string, file = 'config.json') =>
  JSON.parse(readFileSync(join(home, '.config/resale', file), 'utf8')).profiles;

describe('profiles add, at a terminal', () => {
  it('asks for what is missing, hides the key, tries it, and says where it is', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const terminal = inTerminal('profiles add live', { on, columns: 120 });
    await terminal.answer('Base URL of the service:', 'ftp://shop');
    await terminal.shows('> It must begin with https:// (or, on this machine, http://).');
    terminal.type('\u0015');
    terminal.type(`${baseUrl}${enter}`);
    await terminal.answer('Where should the API key be kept?', '');
    await terminal.answer('Client id:', clientId);
    await terminal.ends('? API key (not shown):');
    terminal.type(`${apiKey}${enter}`);
    await terminal.answer('Shop to use where a command names none (Enter for none):', '');
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    const text = terminal.text();
    expect(text).toContain(
      `The API key is in ${on.home}/.config/resale/credentials.json, which only you can read.`,
    );
    expect(text).toMatch(/A first request with it was answered in \d+ ms\./);
    expect(terminal.raw()).not.toContain(apiKey);
    expect(profilesOn(on.home)).toEqual({ live: { baseUrl, clientId, key: { store: 'file' } } });
    expect(profilesOn(on.home, 'credentials.json')).toEqual({ live: { origin: baseUrl, apiKey } });
  });

  it('a command that prints the key', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const line = `profiles add live --base-url ${baseUrl} --client-id ${clientId} --shop-id S --store command`;
    const terminal = inTerminal(line, { on, columns: 120 });
    await terminal.answer('Command that prints the key:', `echo wrong-key`);
    await terminal.asks('Which one?');
    expect(terminal.text().replaceAll(/\s+/g, ' ')).toContain(
      'The profile is saved, but a first request with it failed: The service refused it (403): The client id and the authentication key are not a pair that this sandbox knows. Change an answer now, or later with: resale init live',
    );
    await terminal.shows('❯ api key');
    terminal.type(enter);
    await terminal.answer('Command that prints the key:', `echo ${apiKey}`);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(terminal.text()).toContain('A first request with it was answered');
  });

  it('asks nothing if the flags give everything', async () => {
    const on = machine();
    const terminal = inTerminal('profiles add ci --base-url https://api.shop.example --store env', {
      on,
    });
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(profilesOn(on.home)).toEqual({
      ci: { baseUrl: 'https://api.shop.example', key: { store: 'env' } },
    });
  });

  it('Ctrl-C keeps nothing: exit 130', async () => {
    const on = machine();
    const line =
      'profiles add live --base-url https://api.shop.example --client-id c --shop-id S --store file';
    const terminal = inTerminal(line, { on });
    await terminal.shows('API key (not shown)');
    terminal.type(`half-a-key${ctrlC}`);
    expect((await terminal.ended).exitCode).toBe(130);
    expect(() => profilesOn(on.home)).toThrow('ENOENT');
  });

  it('a key that cannot be one is asked for again; Ctrl-C prints a line for the answers, without the key', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const first = inTerminal('profiles add live --protected', { on, columns: 120 });
    await first.answer('Base URL of the service:', baseUrl);
    await first.answer('Where should the API key be kept?', '');
    await first.answer('Client id:', clientId);
    await first.ends('? API key (not shown):');
    first.type(enter);
    await first.ends('> The API key is empty.\n? API key (not shown):');
    first.type(`\u001b[200~${apiKey}\nand more\u001b[201~${enter}`);
    await first.ends('> The API key contains a line break.\n? API key (not shown):');
    first.type(`${apiKey}${enter}`);
    await first.asks(/^Shop to use .* \(Enter for none\):$/);
    first.type(ctrlC);
    expect((await first.ended).exitCode).toBe(130);
    const line = `profiles add live --protected --base-url ${baseUrl} --store file --client-id ${clientId}`;
    expect(first.text()).toContain(`To go on from what you answered:\nresale ${line}\n`);
    expect(first.raw()).not.toContain(apiKey);
    expect(readdirSync(on.home)).not.toContain('.local');

    const next = inTerminal(line, { on, columns: 120 });
    await next.ends('? API key (not shown):');
    next.type(`${apiKey}${enter}`);
    await next.answer(/\(Enter for none\):$/, 'S1');
    expect(await next.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(profilesOn(on.home).live).toMatchObject({ baseUrl, clientId, shopId: 'S1', protected: true });
  });

  it('without a keyring another place is asked for, and nothing else', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const line = `profiles add live --base-url ${baseUrl} --client-id ${clientId} --shop-id S1 --store keyring`;
    const terminal = inTerminal(line, { on });
    await terminal.answer('Where should the API key be kept?', down);
    // Once for --store, and once for what was chosen.
    await terminal.shows(/(?:Choose\sanother\splace[\s\S]*){2}/);
    await terminal.answer('Where should the API key be kept?', '');
    await terminal.ends('? API key (not shown):');
    terminal.type(`${apiKey}${enter}`);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(terminal.raw()).not.toContain(apiKey);
    expect(profilesOn(on.home).live).toEqual({ baseUrl, clientId, shopId: 'S1', key: { store: 'file' } });
  });

  it('a keyring that takes no key is found at the end, and another place is asked for', async () => {
    const [baseUrl, on] = [await openShop(), machine()];
    const { self } = installedWith(`exports.Entry = class {
      getPassword() { return null; }
      setPassword() { throw new Error('locked'); }
      deleteCredential() {}
    };`);
    const line = `profiles add live --base-url ${baseUrl} --client-id ${clientId} --shop-id S1 --store keyring`;
    const terminal = scriptInTerminal(`'${self.join("' '")}' ${line}`, { on });
    await terminal.ends('? API key (not shown):');
    terminal.type(`${apiKey}${enter}`);
    await terminal.shows('Choose another place for the key.');
    await terminal.answer('Which one?', '');
    await terminal.asks('Where should the API key be kept?');
    terminal.type(`${up}${enter}`);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(terminal.raw()).not.toContain(apiKey);
    expect(profilesOn(on.home).live).toEqual({ baseUrl, clientId, shopId: 'S1', key: { store: 'file' } });
  });

  it('a key command is not repeated: it may hold a key, typed in the wrong place', async () => {
    const on = machine();
    const line = `profiles add live --key-command ${apiKey} --key-command-shell --client-id c`;
    const terminal = inTerminal(line, { on, columns: 120 });
    await terminal.answer('Base URL of the service:', 'https://api.shop.example');
    await terminal.asks(/\(Enter for none\):$/);
    terminal.type(ctrlC);
    expect((await terminal.ended).exitCode).toBe(130);
    expect(terminal.text()).toContain(
      'resale profiles add live --client-id c --store command --base-url https://api.shop.example\n',
    );
    expect(terminal.raw()).not.toContain(apiKey);
  });

  it('keys from the environment have to be chosen; then there is no key to ask for', async () => {
    const on = machine();
    const terminal = inTerminal('profiles add ci --base-url https://api.shop.example', { on });
    await terminal.answer('Where should the API key be kept?', down.repeat(3));
    await terminal.answer(/\(Enter for none\):$/, '');
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(profilesOn(on.home)).toEqual({
      ci: { baseUrl: 'https://api.shop.example', key: { store: 'env' } },
    });
  });
});
