import { expect, test } from 'vitest';
import { brokenIn, lists, readBreaks } from './breaks.ts';
import { sourceOf } from './syntax.ts';

test('each break fits one place, and its test is there', () => {
  const whyNot = readBreaks(...Object.values(lists)).flatMap(({ name, make }) => {
    try {
      make();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
  expect(whyNot).toEqual([]);
});

const broken = (text: string, owner: string, code: string, becomes: string): string =>
  brokenIn(
    [sourceOf('a.ts', 'const other = () => a && b(1, 2);'), sourceOf('b.ts', text)],
    owner,
    code,
    becomes,
  ).text;

test.each([
  ['const send = (x: X) => a && b(1, 2);', 'const send = (x: X) => (b(2));'],
  [
    'async function send<T>() { if ((a as T && (b)(1,\n2)!)!) c(); }',
    'async function send<T>() { if (((b(2)))!) c(); }',
  ],
  [
    'class C { async *#send() { yield* [a! && b(1, 2)]; } }',
    'class C { async *#send() { yield* [(b(2))]; } }',
  ],
  [
    'const all = { send: { x: (y = a && b(1, 2)) => y } };',
    'const all = { send: { x: (y = (b(2))) => y } };',
  ],
  [
    'const send = () => { const send = () => a && b(1, 2); };',
    'const send = () => { const send = () => (b(2)); };',
  ],
])('the code of a break is found however its function is written: %s', (text, expected) => {
  expect(broken(text, 'send', 'a && b(1, …)', 'b(…)')).toBe(expected);
});

test.each([
  ['f(…)', 'f()', 'if (x) { (f()); y(1); }'],
  ['f(…)', 'y(…, 3)', 'if (x) { (y(1, 2, 3)); y(1); }'],
  ['f(1, …, 2)', 'nothing', 'if (x) { (undefined); y(1); }'],
  ['f(1, 2);', 'nothing', 'if (x) { {  } y(1); }'],
  ['if (…) …', '…', '{ x }'],
  ['if (…) { …; y(1); }', 'if (!…) …', '{ if (!x) f(1, 2); }'],
  ['{ …; y(…); }', '{ y(2); … }', 'if (x) { { y(2); f(1, 2); } }'],
  ['x', 'false', 'if ((false)) { f(1, 2); y(1); }'],
])('%s → %s', (code, becomes, expected) => {
  expect(broken('const send = () => { if (x) { f(1, 2); y(1); } };', 'send', code, becomes)).toBe(
    `const send = () => { ${expected} };`,
  );
});

test.each([
  [
    'sendd',
    'a && b(1)',
    'x',
    'nothing is called sendd\n  b.ts:1 in send: a && b(1)\n  b.ts:2 in send: a && b(1)',
  ],
  [
    'send',
    'a && b(1)',
    'x',
    'send has this 2 times\n  b.ts:1 in send: a && b(1)\n  b.ts:2 in send: a && b(1)',
  ],
  ['send', 'b && …', 'x', 'send has no b && …\n  b.ts:1 in send: a && b(1)\n  b.ts:2 in send: a && b(1)'],
  ['send', 'b(2)', '… && a', 'there is less to fill in than … && a'],
  ['send', 'b(2)', 'c(2)', 'b.ts has no c'],
  ['send', 'b(2)', 'b(', /^Parse failed/],
  ['send', 'b(2', 'b(2)', /^Parse failed/],
  ['send', 'a; b', 'b', 'this is not one statement: a; b'],
])('in %s: %s → %s is no break', (owner, code, becomes, message) => {
  const text =
    'const send = () => a && b(1);\nfunction other() { function send() { return a && b(1) && b(2); } }';
  expect(() => broken(text, owner, code, becomes)).toThrow(message);
});
