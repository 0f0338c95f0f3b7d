import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { InputEnded } from '../../src/terminal/errors.ts';
import { Interrupted, type Io } from '../../src/terminal/io.ts';
import { askSecret } from '../../src/terminal/prompts/password.ts';
import { MemoryOutput } from '../support/output.ts';

const asked = (env: Record<string, string> = {}) => {
  const controller = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new MemoryOutput({ isTTY: true, columns: 80 });
  const stdout = new MemoryOutput({ isTTY: true });
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env,
    cwd: '/',
    self: ['resale'],
    interruption: controller.signal,
    ending: new AbortController().signal,
  };
  return { answer: askSecret(io, 'API key:'), stdin, stdout, stderr, controller };
};

describe.each([{}, { TERM: 'dumb' }])('in %j', (env) => {
  test('what is typed is the answer, and is shown nowhere', async () => {
    const { answer, stdin, stdout, stderr } = asked(env);
    stdin.write('se');
    stdin.write('crex\u007ft\r');
    expect(await answer).toBe('secret');
    expect(stderr.text).toBe('API key: (not shown) \n');
    expect(stdout.text).toBe('');
  });

  test('Ctrl-C interrupts', async () => {
    const { answer, stdin } = asked(env);
    stdin.write('\u0003');
    await expect(answer).rejects.toEqual(new Interrupted('SIGINT'));
  });

  test.each([
    ['Ctrl-D', (stdin: PassThrough) => stdin.write('\u0004')],
    ['the end of the input', (stdin: PassThrough) => stdin.end()],
  ])('%s is no answer', async (_, act) => {
    const { answer, stdin } = asked(env);
    act(stdin);
    await expect(answer).rejects.toBeInstanceOf(InputEnded);
  });

  test('a signal stops the question', async () => {
    const { answer, controller } = asked(env);
    controller.abort(new Interrupted('SIGTERM'));
    await expect(answer).rejects.toEqual(new Interrupted('SIGTERM'));
  });
});
