import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { built, machine, printed } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';

/** A machine on which a function of Node fails as nobody reckoned with, when the tool calls it. */
const planted = (where: string) => {
  const on = machine();
  const plant = join(on.home, 'plant.cjs');
  writeFileSync(plant, `${where} = () => { throw new Error('planted'); };`);
  return { on, env: { NODE_OPTIONS: `--require "${plant}"` } };
};

test('an unexpected error says how to see where it happened', async () => {
  const { env } = await sandboxed();
  const { on, env: plant } = planted('URLSearchParams.prototype.append');
  const { exitCode, stderr } = await built('listings list', { on, env: { ...env, ...plant } });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected',
    message: 'Planted.',
    hint: expect.stringContaining('--debug shows where'),
  });
});

test('--debug names the class of an error', async () => {
  const { stderr } = await built('listings lst --debug');
  expect(stderr).toMatch(/^Failure: Unknown command 'lst'/m);
});

test('--debug shows the whole way there', async () => {
  const { env } = await sandboxed();
  const { on, env: plant } = planted('URLSearchParams.prototype.append');
  const { stderr } = await built('listings list --debug', { on, env: { ...env, ...plant } });
  expect(stderr).toMatch(/^ +at .*buildRequest .*dist\/\w+\.cjs:\d+:\d+/m);
});

test('an uncaught error is reported in the same way', async () => {
  const { on, env } = planted('AbortController.prototype.abort');
  const running = built('sandbox start --port 0', { on, env });
  await printed(running, /baseUrl.*\n/);
  running.kill('SIGINT');
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(1);
  expect(stderr).toContain('"code":"unexpected","message":"Planted."');
});

test('what never ends is not a success', async () => {
  const on = machine();
  const plant = join(on.home, 'plant.cjs');
  writeFileSync(plant, `require('node:fs/promises').stat = () => new Promise(() => {});`);
  writeFileSync(join(on.home, 'feed.json'), '[]');
  const { exitCode, stdout } = await built('feed stats feed.json', {
    on,
    env: { NODE_OPTIONS: `--require "${plant}"` },
  });
  expect([exitCode, stdout]).toEqual([1, '']);
});
