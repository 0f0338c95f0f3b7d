import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/failure/failure.ts';
import type { Io } from '../../../src/terminal/io.ts';
import { askText } from '../../../src/terminal/prompts/ask-text.ts';
import { askWhether } from '../../../src/terminal/prompts/ask-whether.ts';
import { askWhich } from '../../../src/terminal/prompts/ask-which.ts';
import { askSecret } from '../../../src/terminal/prompts/line-prompt.ts';
import { fc } from '../../support/properties.ts';
import { someone } from '../someone.ts';

const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
const ctrlZ = '\u001a';
const utf8 = { NO_COLOR: '1', LANG: 'C.UTF-8' };

describe('a paste', () => {
  test('of several lines is one answer where it may have lines, and can be edited', async () => {
    const { io, stdin, untilShown } = someone(utf8);
    const answer = askText(io, { message: 'Notes', mayHaveLines: true });
    await untilShown('Notes:');
    stdin.write(pasted('first\r\n\tsecond\r\n\r\nthird!\r\n'));
    await untilShown('first⏎ second⏎⏎third!');
    stdin.write('\u007f?\r');
    expect(await answer).toBe('first\n second\n\nthird?');
  });

  test('of several lines is refused with a word elsewhere, and nothing of it is lost', async () => {
    const { io, stdin, untilShown } = someone({ NO_COLOR: '1' });
    const answer = askText(io, { message: 'Title' });
    await untilShown('Title:');
    stdin.write(`${pasted('Wool\ncoat')}\r`);
    await untilShown('It must be a single line; what was pasted has 2.');
    await untilShown('Wool⏎coat');
    stdin.write('\u0015Coat\r');
    expect(await answer).toBe('Coat');
  });

  test('is no key: neither Enter, nor Tab, nor Ctrl-C, nor Ctrl-Z', async () => {
    let stops = 0;
    const { io, stdin, untilShown } = someone(utf8);
    const stop = async () => {
      stops += 1;
    };
    const answer = askText({ ...io, stop }, { message: 'Title' });
    await untilShown('Title:');
    stdin.write(pasted('a\u0003b\u001ac\u001b\td'));
    await untilShown('abc d');
    stdin.write('\r');
    expect([await answer, stops]).toEqual(['abc d', 0]);
  });

  test('is the same wherever the system cuts it', async () => {
    const keys = Buffer.from(`x${pasted('ü\n[é')}y${pasted('\n\n')}\u001b[3~!\r`);
    // An Escape that comes alone is the key of that name.
    const places = [...keys.keys()].filter((at) => at > 0 && keys[at - 1] !== 0x1b);
    await fc.assert(
      fc.asyncProperty(fc.subarray(places), async (cuts) => {
        const { io, stdin, untilShown } = someone(utf8);
        const answer = askText(io, { message: 'Notes', mayHaveLines: true });
        await untilShown('Notes:');
        for (const [index, cut] of [...cuts, keys.length].entries()) {
          stdin.write(keys.subarray(cuts[index - 1] ?? 0, cut));
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(await answer).toBe('xü\n[éy!');
      }),
      { numRuns: 60 },
    );
  });

  test('into the question for a key is not shown, and keeps its lines', async () => {
    const { io, stdin, stderr, untilShown } = someone(utf8);
    const answer = askSecret(io, 'API key');
    await untilShown('API key');
    stdin.write(`${pasted('se\ncret')}\r`);
    expect(await answer).toBe('se\ncret');
    expect(stderr.text).not.toContain('cret');
  });
});

const choices = ['one', 'two', 'three'].map((word) => ({ value: word, word }));

// biome-ignore format: a table
describe.each<[kind: string, ask: (io: Io) => Promise<unknown>, typed: string, rest: string, answer: unknown]>([
  ['a text', (io) => askText(io, { message: 'Which' }), 'Co', 'at\r', 'Coat'],
  ['a text with a default', (io) => askText(io, { message: 'Which', byDefault: 'Hat' }), 'C', 'oat\r', 'Coat'],
  ['a yes or no', (io) => askWhether(io, 'Which', true), 'n', '\r', false],
  ['a choice', (io) => askWhich(io, { message: 'Which', choices }), '\u001b[B', '\u001b[B\r', 'three'],
  ['a key', (io) => askSecret(io, 'Which'), 'se', 'cret\r', 'secret'],
])('%s', (_, ask, typed, rest, answer) => {
  const drawn = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  test('goes on where it was after Ctrl-Z, with the terminal as the shell wants it meanwhile', async () => {
    const { io, stdin, stderr, untilShown } = someone(utf8);
    const modes: boolean[] = [];
    Object.assign(stdin, { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
    let go = () => {};
    let stops = 0;
    const stop = () =>
      new Promise<void>((resolve) => {
        stops += 1;
        go = resolve;
      });
    const asked = ask({ ...io, stop });
    await untilShown('Which');
    await drawn();
    stdin.write(typed);
    await drawn();
    stdin.write(ctrlZ);
    while (stops === 0) await drawn();
    expect(modes.at(-1)).toBe(false);
    expect(stderr.text.lastIndexOf('\u001b[?2004l')).toBeGreaterThan(stderr.text.lastIndexOf('\u001b[?2004h'));
    const before = stderr.text.length;
    go();
    while (!stderr.text.slice(before).includes('Which')) await drawn();
    await drawn();
    expect(modes.at(-1)).toBe(true);
    stdin.write(rest);
    expect(await asked).toBe(answer);
    expect(stops).toBe(1);
  });

  test('a signal while it is stopped ends it', async () => {
    const { io, stdin, untilShown, controller } = someone(utf8);
    const stop = async () => controller.abort(new Interrupted('SIGHUP'));
    const asked = ask({ ...io, stop });
    await untilShown('Which');
    await drawn();
    stdin.write(ctrlZ);
    await expect(asked).rejects.toEqual(new Interrupted('SIGHUP'));
  });
});
