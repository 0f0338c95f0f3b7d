import type { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { confirm } from '../../../src/terminal/prompts/ask-whether.ts';
import { someone } from '../someone.ts';

const asking = (env: Record<string, string> = {}) => {
  const there = someone(env);
  /** Does something as soon as the question stands there. */
  const whenAsked = async (act: () => unknown) => {
    await there.untilShown('Close it');
    await act();
  };
  return { ...there, whenAsked };
};

const env = { NO_COLOR: '1' };

describe('a yes or a no', () => {
  test.each([
    ['y', true],
    ['yes', true],
    ['Y', true],
    ['n', false],
    ['', false],
  ])('%j means %s', async (typed, answer) => {
    const { io, stdin, stdout, stderr, whenAsked } = asking(env);
    const [answered] = await Promise.all([
      confirm(io, 'Close it?'),
      whenAsked(() => stdin.write(`${typed}\r\n`)),
    ]);
    expect(answered).toBe(answer);
    expect(stderr.text).toContain('Close it? (y/N)');
    expect(stdout.text).toBe('');
    expect(stderr.writableEnded).toBe(false);
  });

  test('what is neither a yes nor a no is asked about again', async () => {
    const { io, stdin, untilShown, whenAsked } = asking(env);
    const [answered] = await Promise.all([
      confirm(io, 'Close it?', true),
      whenAsked(async () => {
        stdin.write('clear\r\n');
        await untilShown(/must answer|Type y/);
        stdin.write('\u0015n\r\n');
      }),
    ]);
    expect(answered).toBe(false);
  });

  test.each([
    ['the end of the input', (stdin: PassThrough) => stdin.end()],
    ['Ctrl-D', (stdin: PassThrough) => stdin.write('\u0004')],
  ])('%s is a no', async (_, act) => {
    const { io, stdin, whenAsked } = asking(env);
    const [answered] = await Promise.all([confirm(io, 'Close it?'), whenAsked(() => act(stdin))]);
    expect(answered).toBe(false);
  });

  test('an input that ended before is a no', async () => {
    const { io, stdin } = someone(env);
    stdin.resume().end();
    while (!stdin.readableEnded) await new Promise((resolve) => setImmediate(resolve));
    expect(await confirm(io, 'Close it?')).toBe(false);
  });

  test('what the service says does not act on the terminal', async () => {
    const { io, stdin, stderr, whenAsked } = asking(env);
    await Promise.all([confirm(io, 'Close it? \u001b]0;owned\u0007'), whenAsked(() => stdin.write('\r\n'))]);
    expect(stderr.text).toContain('\\u001b]0;owned\\u0007');
    expect(stderr.text).not.toContain('\u0007');
  });
});
