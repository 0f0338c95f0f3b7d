import type { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/failure/failure.ts';
import { InputEnded } from '../../../src/terminal/errors.ts';
import { askPlainly, askSecret } from '../../../src/terminal/prompts/lines.ts';
import { someone } from '../someone.ts';

const asked = (env: Record<string, string> = {}) => {
  const there = someone(env);
  return { ...there, answer: askSecret(there.io, 'API key') };
};

describe.each([{}, { TERM: 'dumb' }])('in %j', (env) => {
  test('what is typed is the answer, and is shown nowhere', async () => {
    const { answer, stdin, stdout, stderr } = asked(env);
    stdin.write('se');
    stdin.write('crex\u007ft\r');
    expect(await answer).toBe('secret');
    expect(stripVTControlCharacters(stderr.text)).toBe('? API key (not shown): \n');
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

test('without a cursor, what is said after an unanswered question begins a line', async () => {
  const { io, stdin, stderr } = someone({ TERM: 'dumb' });
  const answer = askPlainly(io, 'Title:');
  stdin.end();
  expect(await answer).toBeUndefined();
  expect(stderr.text).toBe('Title: \n');

  const stopped = someone({ TERM: 'dumb' });
  const waiting = askPlainly(stopped.io, 'Title:');
  stopped.controller.abort(new Interrupted('SIGTERM'));
  await expect(waiting).rejects.toEqual(new Interrupted('SIGTERM'));
  expect(stopped.stderr.text).toBe('Title: \n');
});
