import { expect, test } from 'vitest';
import { unreadLine } from '../../src/cli/command-line.ts';
import { settingsOf } from '../../src/cli/global-flags.ts';
import { createInvocation } from '../../src/cli/invocation.ts';
import { converse } from '../../src/conversation/engine.ts';
import { type Answers, type Subject, spoken } from '../../src/conversation/subject.ts';
import { choice, text, wholeNumber } from '../../src/flags/value-kinds.ts';
import { readFlags, type UsageFault } from '../../src/flags/values.ts';
import { someone } from '../terminal/someone.ts';

const flags = {
  size: choice('SIZE', ['letter', 'box'], 'How large it is'),
  weight: wholeNumber('GRAMS', 'How heavy it is', { min: 1 }),
  note: text('TEXT', 'What the carrier should know'),
};

const inKilograms = {
  read: (typed: string) => String(Number(typed.replace(',', '.')) * 1000),
  show: (grams: string) => String(Number(grams) / 1000),
};

/** A subject that the tool does not have: it takes a list of questions, a judge, and what sends it. */
const parcel = (sent: unknown[]): Subject<Answers> => ({
  name: 'parcel',
  flags,
  questions: [
    { name: 'size', words: 'Which size?' },
    { name: 'weight', words: 'Weight', spelling: inKilograms },
    { name: 'note', optional: true },
  ],
  nextItem: {
    question: { name: 'weight', words: 'Weight of the next one' },
    shared: {},
  },
  offers: ['size'],
  async judge(answers) {
    const faults: UsageFault[] = [];
    const { size, weight } = readFlags(flags, spoken(answers), faults);
    if (size === undefined) faults.push({ name: '--size', message: 'is missing' });
    if (size === 'box' && weight === undefined) faults.push({ name: '--weight', message: 'is missing' });
    return { item: answers, faults };
  },
  line: () => 'resale post',
  review: ({ length }) => ({ question: `Post ${length}?`, send: 'Post them' }),
  async send(items) {
    sent.push(...items);
    return { kind: 'nothing' };
  },
});

test('another subject is a list of questions and a judge of the answers', async () => {
  const env = { TERM: 'dumb', RESALE_BASE_URL: 'http://127.0.0.1:1' };
  const { io, stdin, stderr, untilShown } = someone({ ...env, RESALE_CLIENT_ID: 'a', RESALE_API_KEY: 'b' });
  const line = { ...unreadLine(io.env), globals: { baseUrl: env.RESALE_BASE_URL } };
  const invocation = createInvocation(io, settingsOf(line), new Set(), line);
  const sent: unknown[] = [];
  let shown = '';
  const typing = (async () => {
    for (const [asked, typed] of [
      ['Number or word', 'box'],
      ['Weight:', '0'],
      ['It must be 1 or more, not 0.\nWeight:', '1,5'],
      ['1,5 reads as 1.5\nIt can also have: note.\nAdd more? (y/N)', ''],
      ['Weight of the next one (Enter for none):', '20'],
      ['Number or word (box)', 'letter'],
      ['Add more? (y/N)', 'y'],
      ['What the carrier should know (Enter for none):', 'Fragile'],
      ['Weight of the next one (Enter for none):', ''],
      ['Number or word', 'post'],
    ] as const) {
      await untilShown(asked);
      shown += stderr.writes.splice(0).join('');
      stdin.write(`${typed}\n`);
    }
  })();
  invocation.show = async ({ kind }) => expect(kind).toBe('nothing');
  await converse(invocation, parcel(sent), {});
  await typing;
  expect(sent).toEqual([
    { size: 'box', weight: '1500', note: '' },
    { size: 'letter', weight: '20', note: 'Fragile' },
  ]);
  expect(shown).toContain('Item 1 of 2:\nSIZE    box\nWEIGHT  1.5 (sent as 1500)\n');
});
