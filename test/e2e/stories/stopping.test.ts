import { expect, test } from 'vitest';
import { sandboxed } from '../../support/resale.ts';
import { ctrlC, ctrlD, inMemoryTerminal, inTerminal, type Terminal } from '../../support/terminal.ts';

const coat = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';
const shop = 'listings create --shop-id shop-second-meadow';
const manual = `${shop} --source manual --title Coat`;
const priced = `${manual} --category Coats --option a=b --original-price 100`;
const pictured = `${priced} --image https://images.example/1.jpg`;
const graded: readonly [string, string] = ['What condition?', 'good'];
const optional = '--external-id A --description B --metadata c=d --commerce-domain e.example --brand F';

type Place = [question: string | RegExp, line: string, before?: readonly (readonly [string, string])[]];

/** The last word before something is sent. */
const review: Place = [/^Create this listing in the shop/, `${pictured} ${optional}`, [graded]];

/** A question of each kind, and the line behind which it is the first one. */
const questions: readonly Place[] = [
  ['Identifier of the shop:', 'listings create'],
  ['Where does the product come from?', shop],
  ['size=M (Enter for none):', `${manual} --category Coats`],
  [
    'URL of another picture (Enter for no more):',
    `${priced} --condition good`,
    [['URL of a picture, then any notes:', 'https://images.example/1.jpg']],
  ],
  ['Add more? (y/N)', pictured, [graded, ['Your own identifier (Enter for none):', '']]],
  [
    'Identifier of the next item (Enter if that is all):',
    `grade ${coat} --notes a --image https://images.example/1.jpg`,
    [graded],
  ],
];

type Way = readonly [way: string, act: (terminal: Terminal) => void, exitCode: number, says: string];
const byKey: Way = ['Ctrl-C', (terminal) => terminal.type(ctrlC), 130, 'Stopped by Ctrl-C.'];
const ways: readonly Way[] = [
  byKey,
  [
    'Ctrl-D',
    (terminal) => terminal.type(ctrlD),
    2,
    'Error: The input ended before the question was answered.\nOnly what you had already confirmed was sent.',
  ],
  ['SIGTERM', (terminal) => terminal.kill('SIGTERM'), 143, 'Stopped by SIGTERM.'],
];

/** Opens a terminal at a question, in memory unless told otherwise. */
const standingAt = async ([question, line, before = []]: Place, opened = inMemoryTerminal) => {
  const { env, requests } = await sandboxed();
  const terminal = opened(line, { env, columns: 100 });
  for (const [earlier, typed] of before) await terminal.answer(earlier, typed);
  await terminal.asks(question);
  return { terminal, requests };
};

/**
 * Each question meets one of the ways, one after the other; the last word before something is sent meets all of them, also in a
 * real terminal, which turns keys and signals into what is tried in memory.
 */
const cases = [
  ...questions.map((asked, at) => [asked, inMemoryTerminal, ...(ways[at % ways.length] ?? byKey)] as const),
  ...[inMemoryTerminal, inTerminal].flatMap((opened) => ways.map((way) => [review, opened, ...way] as const)),
];

test.each(cases)('at %j (%o): %s', async (asked, opened, _, act, exitCode, says) => {
  const { terminal, requests } = await standingAt(asked, opened);
  act(terminal);
  // A process dies of the signal.
  const isDeadly = opened === inTerminal && exitCode > 128;
  const how = isDeadly ? { exitCode: 0, signal: exitCode - 128 } : { exitCode, signal: 0 };
  expect(await terminal.ended).toEqual(how);
  // At the last word, the end of the input is a no.
  expect(terminal.text()).toContain(exitCode === 2 && asked === review ? 'Nothing was changed.' : says);
  expect(terminal.text()).not.toMatch(/^ +at /m);
  expect(terminal.cursorIsShown()).toBe(true);
  expect(requests).toEqual([]);
});

test('a window that is closed: the tool ends, and sends nothing', async () => {
  const { terminal, requests } = await standingAt(review, inTerminal);
  terminal.hangUp();
  // How it ends is not promised: a terminal that goes away can take Node with it.
  await terminal.ended;
  expect(requests).toEqual([]);
});
