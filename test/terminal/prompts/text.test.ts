import { describe, expect, test } from 'vitest';
import { askText, type TextQuestion } from '../../../src/terminal/prompts/ask-text.ts';
import { someone } from '../someone.ts';

const asked = async (question: Omit<TextQuestion, 'message'>, env: Record<string, string> = {}) => {
  const there = someone(env);
  const answer = askText(there.io, { message: 'Title', ...question });
  await there.untilShown('Title:');
  return { ...there, answer };
};

const env = { NO_COLOR: '1' };

describe('a text', () => {
  test.each<[typed: string, byDefault: string | undefined, answer: string]>([
    ['Coat', undefined, 'Coat'],
    ['  Wool coat ', undefined, 'Wool coat'],
    ['', undefined, ''],
    ['', 'Hat', 'Hat'],
    ['Coat', 'Hat', 'Coat'],
    // What could act on the terminal is offered all the same, only shown in another way.
    ['', 'Hat\u001b[31m', 'Hat\u001b[31m'],
  ])('%j, with the default %j, is %j', async (typed, byDefault, text) => {
    const { answer, stdin, stdout, stderr } = await asked({ byDefault }, env);
    stdin.write(`${typed}\r\n`);
    expect(await answer).toBe(text);
    expect(stdout.text).toBe('');
    expect(stderr.text).not.toContain('\u001b[31m');
    if (byDefault) expect(stderr.text).toMatch(/\(Hat(\\u001b\[31m)?\)/);
  });

  test('what is wrong is said, and it is asked again', async () => {
    const check = async (text: string) => (text === 'Coat' ? undefined : `Not \u0007${text}.`);
    const { answer, stdin, untilShown } = await asked({ check }, env);
    stdin.write('Hat\r\n');
    await untilShown(/Not \\u0007Hat\./);
    stdin.write('\u0015Coat\r');
    expect(await answer).toBe('Coat');
  });
});
