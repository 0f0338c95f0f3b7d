import { describe, expect, test } from 'vitest';
import { keyFromCommand } from '../../../src/profiles/keys/key-command.ts';
import { around } from '../directory.ts';

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
    ["echo '$(whoami)'", '$(whoami)'],
    ['echo $VAULT | tr a-z A-Z', 'CANARY-FROM-VAULT'],
    // It has no input, and does not wait for one.
    ['cat; echo abc', 'abc'],
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
  const theCommand = 'the key command of the profile "live"';
  test.each([
    ['false', `${theCommand} failed with exit code 1`],
    ['echo locked >&2; echo more >&2; exit 3', `${theCommand} failed with exit code 3: locked`],
    // It may have printed the key before it failed, and tell of it.
    ['echo canary; echo note; echo no canary >&2; exit 1', `${theCommand} failed with exit code 1: no ***`],
    ['kill -9 $$', `${theCommand} could not be run (SIGKILL)`],
    // A program's name may be a key, typed in the wrong place.
    ['canary-4711', `${theCommand} names no program that is there`],
    ['yes', `${theCommand} printed more than a key can be`],
    ['true', 'what the key command of the profile "live" printed is empty'],
    ["printf 'can\\nary'", 'what the key command of the profile "live" printed contains a line break'],
  ])('%s: %s', async (command, message) => {
    await expect(printedBy(command)).rejects.toThrow(expect.objectContaining({ message }));
  });

  const soon = { ...surroundings.clock, deadline: () => AbortSignal.timeout(300) };
  test.each([
    ['sleep 30', 'did not end within 10 s'],
    // What made itself independent of it is not waited for either.
    ['setsid sleep 5 & echo abc; wait', 'did not end within 10 s'],
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
