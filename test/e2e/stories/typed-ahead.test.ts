import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { machine } from '../../support/built.ts';
import { resale, sandboxed } from '../../support/resale.ts';
import { ctrlC, enter, inTerminal, scriptInTerminal } from '../../support/terminal.ts';

const picture = '--image https://images.example/1.jpg';
const item = `grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 ${picture}`;

test('of many Enters typed ahead none answers the last question', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(item, { env });
  await terminal.answer('What condition?', 'good');
  await terminal.answer('Notes (Enter for none):', '');
  await terminal.asks('Identifier of the next item (Enter if that is all):');
  // A terminal keeps these at once, and hands over 4096 at a time: the first of them answer this question, and the others
  // come before the last one. (Of more, the rest is typed later still, and that answers it, rightly.)
  terminal.type(enter.repeat(2 * 4096));
  await terminal.asks(/^Grade this item/);
  await setTimeout(300);
  expect(requests).toEqual([]);
  terminal.type(`y${enter}`);
  await terminal.shows('The same in one line:');
  expect(requests).toHaveLength(1);
});

test.each([
  ['together with the answer before it', [`${enter}${ctrlC}`]],
  ['behind it', [enter, ctrlC]],
])('a Ctrl-C that is typed too early for the last question is one all the same: %s', async (_, typed) => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`${item} --notes worn`, { env });
  await terminal.answer('What condition?', 'good');
  await terminal.asks('Identifier of the next item (Enter if that is all):');
  for (const keys of typed) terminal.type(keys);
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: constants.signals.SIGINT });
  expect(requests).toEqual([]);
});

const close = 'listings close 90025b3b-3c3c-4d40-91b1-88d4177828cf';
const rows = "printf 'externalIdentifier,quantity\\nRETURN-000001,77\\n'";
const set = 'resale inventory set --from';

test.each([
  ['about one change', `resale ${close}`, 'Continue? (y/N)', 'y'],
  ['about a run whose rows come through a pipe', `${rows} | ${set} -`, '? (y/N)', 'y'],
  ['of a guard', `${rows} > a; ${set} a -p live`, 'Type live to continue:', 'live'],
])('what was typed before a question %s does not answer it', async (_, script, question, yes) => {
  const { env, requests } = await sandboxed({ listings: 3, latencyMs: 300 });
  const on = machine();
  const { RESALE_BASE_URL: url, ...keys } = env;
  const isGuarded = script.includes('live');
  const add = `profiles add live --base-url ${url} --protected --client-id a --api-key-stdin`;
  if (isGuarded) await resale(add, { env: on.env, stdin: 'b' });
  const terminal = scriptInTerminal(script, { on, env: isGuarded ? keys : env, columns: 200 });
  terminal.type(`${yes}${enter}`);
  await terminal.asks(question);
  await setTimeout(300);
  const changes = () => requests.filter((request) => !request.startsWith('GET '));
  expect(changes()).toEqual([]);
  terminal.type(`${yes}${enter}`);
  await expect.poll(changes).toHaveLength(1);
});
