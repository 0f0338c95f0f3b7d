import { describe, expect, test } from 'vitest';
import { keyFromCommand, splitCommand } from '../../../src/profiles/keys/key-command.ts';
import { around } from '../directory.ts';

describe('a command line, parted as a shell would', () => {
  test.each([
    ['op read op://shop/resale/key', ['op', 'read', 'op://shop/resale/key']],
    ['  op \t read\n x ', ['op', 'read', 'x']],
    ["pass 'two words'", ['pass', 'two words']],
    ['pass "two words"', ['pass', 'two words']],
    ["pass a'b c'd", ['pass', 'ab cd']],
    ['pass two\\ words', ['pass', 'two words']],
    ['pass "a \\"b\\" \\\\ \\n"', ['pass', 'a "b" \\ \\n']],
    ["pass '' x", ['pass', '', 'x']],
    ["pass '$HOME | cat'", ['pass', '$HOME | cat']],
    ['pass \\$HOME', ['pass', '$HOME']],
    ['/usr/bin/pass schlüssel 🧥', ['/usr/bin/pass', 'schlüssel', '🧥']],
    ['C:\\\\tools\\\\op.exe read', ['C:\\tools\\op.exe', 'read']],
  ])('%j → %j', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test.each([
    ['', 'names no program'],
    ['  ', 'names no program'],
    ["''", 'names no program'],
    ["pass 'canary", 'has a quote that is never closed'],
    ['pass "canary', 'has a quote that is never closed'],
    ['pass canary | head -1', 'contains |, which needs a shell'],
    ['pass $CANARY', 'contains $, which needs a shell'],
    ['pass "$CANARY"', 'contains $, which needs a shell'],
    ['pass `canary`', 'contains `, which needs a shell'],
    ['pass > canary', 'contains >, which needs a shell'],
    ['pass; canary', 'contains ;, which needs a shell'],
    ['./canary', 'names its program by a relative path; name it as it is on the PATH, or by an absolute one'],
    [
      'tools/canary',
      'names its program by a relative path; name it as it is on the PATH, or by an absolute one',
    ],
  ])('%j %s', (line, problem) => {
    expect(() => splitCommand(line)).toThrow(
      expect.objectContaining({ name: 'InvalidKeyCommand', message: `the key command ${problem}` }),
    );
  });
});

const surroundings = around({
  PATH: process.env.PATH,
  VAULT: 'canary-from-vault',
  RESALE_CLIENT_ID: 'canary-client',
  RESALE_API_KEY: 'canary-key',
});

const printedBy = async (command: string, clock = surroundings.clock) =>
  (await keyFromCommand(command, 'live', { ...surroundings, clock })).reveal();

describe('the key is what the command prints', () => {
  test.each([
    ['echo abc', 'abc'],
    ["printf 'abc\\r\\n'", 'abc'],
    ["printf '%s' abc", 'abc'],
    ["echo 'two words'", 'two words'],
    // What a shell would run is a word like any other.
    ["echo '$(whoami)'", '$(whoami)'],
    ["sh -c 'echo $VAULT | tr a-z A-Z'", 'CANARY-FROM-VAULT'],
    // It has no input, and does not wait for one.
    ["sh -c 'cat; echo abc'", 'abc'],
  ])('%s → %s', async (command, key) => {
    expect(await printedBy(command)).toBe(key);
  });

  test('our own keys are not in its environment, and everything else is', async () => {
    expect(await printedBy(`sh -c 'echo "[$RESALE_CLIENT_ID$RESALE_API_KEY] $VAULT"'`)).toBe(
      '[] canary-from-vault',
    );
  });
});

describe('if it prints none', () => {
  const failed = 'the key command of the profile "live" failed:';
  test.each([
    ['false', `${failed} false ended with exit code 1`],
    ["sh -c 'echo locked >&2; exit 3'", `${failed} sh ended with exit code 3: locked`],
    ["sh -c 'echo locked >&2; echo more >&2; exit 3'", `${failed} sh ended with exit code 3: locked`],
    // It may have printed the key before it failed, and tell of it.
    [
      "sh -c 'echo canary; echo note; echo no canary >&2; exit 1'",
      `${failed} sh ended with exit code 1: no ***`,
    ],
    ["sh -c 'kill -9 $$'", `${failed} sh could not be run (SIGKILL)`],
    ['no-such-program-4711', `${failed} its program is not there`],
    ['/etc/passwd', `${failed} /etc/passwd could not be run (EACCES)`],
    ['yes', `${failed} yes printed more than a key can be`],
    ['true', 'what the key command of the profile "live" printed is empty'],
    ["printf 'can\\nary'", 'what the key command of the profile "live" printed contains a line break'],
  ])('%s: %s', async (command, message) => {
    await expect(printedBy(command)).rejects.toThrow(expect.objectContaining({ message }));
  });

  const soon = { ...surroundings.clock, deadline: () => AbortSignal.timeout(300) };
  test.each([
    ['sleep 30', 'sleep did not end within 10 s'],
    // What made itself independent of it is not waited for either.
    ["sh -c 'setsid sleep 5 & echo abc; wait'", 'sh did not end within 10 s'],
  ])('in time: %s', async (command, message) => {
    await expect(printedBy(command, soon)).rejects.toThrow(message);
  });

  test('stopping the tool stops it', async () => {
    const controller = new AbortController();
    const asked = keyFromCommand('sleep 30', 'live', {
      ...surroundings,
      interruption: controller.signal,
    });
    controller.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
  });
});
