import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/failure/failure.ts';
import { InputEnded } from '../../../src/terminal/prompts/keyboard.ts';
import { askLine, askSecret } from '../../../src/terminal/prompts/line-prompt.ts';
import { someone } from '../someone.ts';

const asked = () => {
  const there = someone();
  return { ...there, answer: askSecret(there.io, 'API key') };
};

describe('a key', () => {
  test('what is typed is the answer, and is shown nowhere', async () => {
    const { answer, stdin, stdout, stderr } = asked();
    stdin.write('se');
    stdin.write('crex\u007ft\r');
    expect(await answer).toBe('secret');
    expect(stripVTControlCharacters(stderr.text)).toBe('? API key (not shown): \n');
    expect(stdout.text).toBe('');
  });
});

test.each<[string, (there: ReturnType<typeof asked>) => unknown, Error]>([
  ['Ctrl-C', ({ stdin }) => stdin.write('\u0003'), new Interrupted('SIGINT')],
  ['Ctrl-D', ({ stdin }) => stdin.write('\u0004'), new InputEnded()],
  ['the end of the input', ({ stdin }) => stdin.end(), new InputEnded()],
  ['a signal', ({ controller }) => controller.abort(new Interrupted('SIGTERM')), new Interrupted('SIGTERM')],
])('%s is no answer', async (_, act, error) => {
  const there = asked();
  act(there);
  await expect(there.answer).rejects.toEqual(error);
});

test('what is said after an unanswered question begins a line', async () => {
  const { io, stdin, stderr } = someone();
  const answer = askLine(io, 'Title:');
  stdin.end();
  expect(await answer).toBeUndefined();
  expect(stderr.text).toBe('Title: \n');

  const stopped = someone();
  const waiting = askLine(stopped.io, 'Title:');
  stopped.controller.abort(new Interrupted('SIGTERM'));
  await expect(waiting).rejects.toEqual(new Interrupted('SIGTERM'));
  expect(stopped.stderr.text).toBe('Title: \n');
});
