import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { CommandLine } from '../../src/line/command-line.ts';
import { settingsOf } from '../../src/line/global-flags.ts';
import { createInvocation } from '../../src/line/invocation.ts';
import { commands } from '../support/commands.ts';
import { withShop } from '../support/configured.ts';
import { someone } from '../terminal/someone.ts';
import { readTranscript } from '../transcripts/transcript.ts';

test('every command that changes something at the service was tried with a read-only profile', async () => {
  // An agent's changes are command lines of these.
  const { scenes } = readTranscript(readFileSync('test/transcripts/guards.txt', 'utf8'));
  const steps = scenes[0]?.steps.filter(({ screen }) => screen.join().includes('"code":"read-only"')) ?? [];
  const tried = [...steps.map(({ line }) => line.replace('resale ', '')), 'mcp'];
  const left = [];
  for (const [path, leaf] of commands) {
    const { effect } = await leaf.load();
    const changes = effect.on === 'service' && effect.does !== 'reads';
    if (changes && !tried.some((line) => line.startsWith(path))) left.push(path);
  }
  expect(left).toEqual([]);
});

test('a yes to one change is not a yes to the next, though the guard asks once', async () => {
  const { config } = await withShop('--protected');
  const { io, stdin, stderr, untilShown } = someone({ RESALE_CONFIG_DIR: config, RESALE_PROFILE: 'shop' });
  const line = new CommandLine(io.env);
  const invocation = createInvocation(io, settingsOf(line), new Set(), line);
  const yes = untilShown(/Continue\?/).then(() => stdin.write('y\r'));
  await Promise.all([invocation.confirmChange('This closes one listing.'), yes]);
  // Nothing more is typed.
  stdin.end();
  await expect(invocation.confirmChange('This closes another.')).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  expect(stripVTControlCharacters(stderr.text).replaceAll('\n', ' ')).toContain(
    'This closes one listing. Continue?',
  );
  await invocation.close();
});
