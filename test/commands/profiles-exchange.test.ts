import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { configured } from '../support/configured.ts';
import { errorOf } from '../support/resale.ts';
import { table } from '../support/table.ts';

it('profiles import refuses what is too long to be an export', async () => {
  const { run } = await configured();
  for (const file of ['/dev/zero', '-'])
    expect(
      errorOf(await run(`profiles import ${file}`, { stdin: ' '.repeat(1024 * 1024 + 1) })).message,
    ).toBe('FILE must be at most 1 MiB long.');
});

test.each(
  table(String.raw`
    → it is not JSON
    canary → it is not JSON
    [] → the file must be an object
    {} → version is missing; profiles is missing
    {"version":1,"profiles":{"live":7}} → profiles.live must be an object
    {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","readonly":true}}} → profiles.live.readonly is not known (did you mean readOnly?)
    {"version":1,"by":"canary","profiles":{"live":{"baseUrl":"https://a.example","apiKey":"canary"}}} → profiles.live.apiKey is not known; by is not known
    {"version":1,"profiles":{"live":{"protected":"canary"},"other":{"baseUrl":7}}} → profiles.live.baseUrl is missing; profiles.live.protected must be a boolean; profiles.other.baseUrl must be a string
    {"version":1,"profiles":{"live":{"baseUrl":"http://me:canary@a.example"},"a.b":{"baseUrl":"https://a.example"}}} → profiles.live: baseUrl must not hold a user name or password; profiles.a.b: a profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters
    {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","clientId":"canary\n1"}}} → profiles.live: clientId contains a line break
    {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","key":{"store":"keyring","entry":"live"}}}} → profiles.live.key.store must be command; profiles.live.key.command is missing; profiles.live.key.origin is missing; profiles.live.key.entry is not known
    {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","dialect":{"names":{"header.clientId":"X-\u0060canary\u0060"}},"key":{"store":"command","command":"cat canary | tac","origin":"https://a.example"}}}} → profiles.live: dialect.header.clientId must be the name of a header, such as X-Acme-Client-Id: letters, digits, -, _ and .; profiles.live: the key command contains |, which needs a shell
    {"version":1,"profiles":{"sandbox":{"baseUrl":"https://a.example"}}} → profiles.sandbox: the profile "sandbox" is always there and can't be added, changed or removed
    {"version":1,"profiles":{"live":{"baseUrl":"https://shop.example","rate":"canary"},"good":{"baseUrl":"https://shop.example","rate":"1000/min"}}} → profiles.live.rate must be a rate such as 50, 50/s or 1000/min
  `),
)('%s: exit 2, all faults are told, nothing is imported', async (stdin, faults = '') => {
  const { run } = await configured();
  const screen = await run('profiles import - --yes', { stdin });
  expect([screen.exitCode, errorOf(screen).message]).toEqual([
    2,
    'Stdin does not contain exported profiles.',
  ]);
  expect(errorOf(screen).details).toEqual(faults.split('; '));
  expect(screen.stderr).not.toContain('canary');
  expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
});

it('a file with a byte order mark is read all the same', async () => {
  const { run, config } = await configured();
  const path = join(config, '../profiles.json');
  await writeFile(path, '\uFEFF{"version":1,"profiles":{"live":{"baseUrl":"https://a.example"}}}');
  expect((await run(`profiles import '${path}' --yes`)).exitCode).toBe(0);
});
