import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { inShell, machine } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { down, enter, inMemoryTerminal } from '../support/terminal.ts';

const { clientId, apiKey } = sandboxProfile;

const openShop = async () => (await sandboxed({ listings: 3 })).baseUrl;

const configOn = (home: string) => JSON.parse(readFileSync(join(home, '.config/resale/config.json'), 'utf8'));

test('a live service: completion is set up, and the last line works', async () => {
  const [baseUrl, on] = [await openShop(), machine()];
  const how = { on, env: { SHELL: '/bin/bash' }, columns: 150 };
  const terminal = inMemoryTerminal('init', how);
  await terminal.answer('What do you want to work with?', down);
  await terminal.answer('Base URL of the service:', baseUrl);
  await terminal.answer('Where should the API key be kept?', '');
  await terminal.answer('Client id:', clientId);
  await terminal.ends('? API key (not shown):');
  terminal.type(`${apiKey}${enter}`);
  await terminal.answer(/\(Enter for none\):$/, 'S1');
  await terminal.answer(/^Complete commands in bash with Tab\?/, '');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(terminal.raw()).not.toContain(apiKey);
  expect(configOn(on.home)).toMatchObject({
    current: 'live',
    profiles: { live: { baseUrl, clientId, shopId: 'S1' } },
  });
  expect(existsSync(join(on.home, '.local/share/bash-completion/completions/resale'))).toBe(true);
  const [, next = ''] = /Next:\n {2}(resale .*)$/.exec(terminal.text().trimEnd()) ?? [];
  expect(await inShell(`${next} --json`, { on })).toMatchObject({ exitCode: 0 });
});
