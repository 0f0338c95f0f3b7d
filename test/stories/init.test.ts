import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { inShell, machine } from '../support/built.ts';
import { ctrlC, down, enter, inTerminal } from '../support/terminal.ts';

const { clientId, apiKey } = sandboxProfile;

const openShop = async () => {
  const sandbox = await startSandbox({ credentials: { clientId, apiKey }, port: 0, listings: 3 });
  onTestFinished(() => sandbox.close());
  return sandbox.baseUrl;
};

const configOn = (home: string) => JSON.parse(readFileSync(join(home, '.config/resale/config.json'), 'utf8'));

test('a live service: a wrong key is given anew, completion is set up, and the last line works', async () => {
  const [baseUrl, on] = [await openShop(), machine()];
  const how = { on, env: { SHELL: '/bin/bash' }, columns: 150 };
  const terminal = inTerminal('init', how);
  await terminal.answer('What do you want to work with?', down);
  await terminal.answer('Base URL of the service:', baseUrl);
  await terminal.answer('Where should the API key be kept?', '');
  await terminal.answer('Client id:', clientId);
  await terminal.ends('? API key (not shown):');
  terminal.type(`not-the-key${enter}`);
  await terminal.answer(/\(Enter for none\):$/, 'S1');
  await terminal.shows('later with:');
  await terminal.shows('❯ api key');
  terminal.type(enter);
  await terminal.shows(/Which one\? api key\n\? API key \(not shown\):/);
  terminal.type(`${apiKey}${enter}`);
  await terminal.answer(/^Complete commands in bash with Tab\?/, '');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(terminal.raw()).not.toContain(apiKey);
  expect(configOn(on.home)).toMatchObject({
    current: 'live',
    profiles: { live: { baseUrl, clientId, shopId: 'S1' } },
  });
  expect(existsSync(join(on.home, '.local/share/bash-completion/completions/resale'))).toBe(true);
  const [, next = ''] = /Next:\n(resale .*)$/.exec(terminal.text().trimEnd()) ?? [];
  expect(await inShell(`${next} --json`, { on })).toMatchObject({ exitCode: 0 });

  // The profile is there: it is offered again, what nobody asks about stays, and nothing else is asked.
  await inShell('resale profiles set live --read-only', { on });
  const again = inTerminal('init live', how);
  await again.answer(`Base URL of the service: (${baseUrl})`, '');
  await again.answer('Where should the API key be kept?', '');
  await again.answer(`Client id: (${clientId})`, '');
  await again.ends('? API key (not shown):');
  again.type(`${apiKey}${enter}`);
  await again.answer(/\(S1\)$/, 'S2');
  expect(await again.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(configOn(on.home).profiles.live).toMatchObject({ baseUrl, shopId: 'S2', readOnly: true });
});

test('a service that cannot be reached: the URL is given anew, or the profile is left as it is', async () => {
  const [baseUrl, on] = [await openShop(), machine()];
  const how = { on, env: { SHELL: '' }, columns: 150 };
  const terminal = inTerminal('init --max-retries 0', how);
  await terminal.answer('What do you want to work with?', down);
  await terminal.answer('Base URL of the service:', 'http://127.0.0.1:1');
  await terminal.answer('Where should the API key be kept?', '');
  await terminal.answer('Client id:', clientId);
  await terminal.ends('? API key (not shown):');
  terminal.type(`${apiKey}${enter}`);
  await terminal.answer(/\(Enter for none\):$/, '');
  await terminal.shows('later with:');
  await terminal.answer('Which one?', '');
  await terminal.answer('Base URL of the service: (http://127.0.0.1:1)', 'http://127.0.0.1:2');
  await terminal.shows(/failed[\s\S]*failed/);
  await terminal.asks('Which one?');
  terminal.type(`${down.repeat(5)}${enter}`);
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(terminal.text()).toMatch(/Once that is done:\nresale profiles check live$/);
  expect(configOn(on.home).profiles.live).toMatchObject({ baseUrl: 'http://127.0.0.1:2' });

  // Saved, and then broken off: the line that it names goes on with what is there.
  const broken = inTerminal('init --max-retries 0', how);
  await broken.answer('What do you want to work with?', down);
  await broken.answer(/^Base URL/, baseUrl);
  await broken.asks('Where should the API key be kept?');
  broken.type(ctrlC);
  expect(await broken.ended).toMatchObject({ exitCode: 130 });
  const line = `init live --max-retries 0 --base-url ${baseUrl}`;
  expect(broken.text()).toContain(`To go on from what you answered:\nresale ${line}`);
  const next = inTerminal(line, how);
  await next.asks('Where should the API key be kept?');
});

test('the sandbox: the lines that it ends with work as they stand', async () => {
  const on = machine();
  const how = { on, env: { SHELL: '' }, columns: 100 };
  const terminal = inTerminal('init', how);
  await terminal.answer('What do you want to work with?', '');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(configOn(on.home)).toMatchObject({ current: 'sandbox' });
  const isRunning = terminal.text().includes('The sandbox is running.');
  if (!isRunning)
    expect(terminal.text()).toMatch(
      /leave it running:\nresale sandbox start\n+Then, in this one:\nresale listings create$|resale sandbox exec -- bash$/,
    );
});
