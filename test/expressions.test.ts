import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { maskedBody, maskedHeader } from '../src/http/connection/link-masks.ts';
import { wholeCharacters } from '../src/jq/halves.ts';
import { isolated } from '../src/terminal/direction.ts';
import { escapeControls } from '../src/terminal/escape-controls.ts';
import { redactor } from '../src/terminal/redact.ts';
import { withFormulas, withoutFormulas } from '../src/words/formulas.ts';
import { processorClock } from './support/processor-clock.ts';

const source = join(import.meta.dirname, '../src');

interface Found {
  file: string;
  text: string;
  /** Undefined if it is put together when the program runs. */
  expression: RegExp | undefined;
}

/** Every expression of src/, as its parser finds it. */
const expressions = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path): Found[] => {
    const text = readFileSync(join(source, path), 'utf8');
    const file = path.replaceAll('\\', '/');
    const found: Found[] = [];
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) for (const part of node) visit(part);
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
      const { type, regex, callee, start, end } = node as Record<string, never> & {
        regex?: { pattern: string; flags: string };
        callee?: { name?: string };
      };
      if (type === 'Literal' && regex)
        found.push({
          file,
          text: `/${regex.pattern}/${regex.flags}`,
          expression: new RegExp(regex.pattern, regex.flags),
        });
      if (callee?.name === 'RegExp')
        found.push({ file, text: text.slice(start, end), expression: undefined });
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseAst(text, { lang: 'ts' }, path));
    return found;
  });

/** The parts of an expression that match a character. */
const atom =
  /\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\p\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^()|?*+{}^$\\]/giu;
const candidates = [...'a0 "\'/\\.-:=%<>@&;,#()[]{}`|?+*_~!$^ZzF\n\r\t\u0000\u0085\u2028\u200bé＝シ'];

/** Characters that a part matches: at most two, of different kinds. */
const samplesOf = (part: string, flags: string): string[] => {
  try {
    const one = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''));
    return candidates.filter((candidate) => one.test(candidate)).slice(0, 2);
  } catch {
    return [];
  }
};

/** Texts that keep an expression busy if anything does: what it matches, in full and in parts, again and again. */
const repeated = ({ source: pattern, flags }: RegExp): string[] => {
  const parts = [...pattern.matchAll(atom)].map(([part]) => samplesOf(part, flags));
  const first = parts.map(([one = '']) => one);
  const runs = first.flatMap((_, at) =>
    [1, 2, 3, 4, 6, 8].map((length) => first.slice(at, at + length).join('')),
  );
  return [...new Set([...parts.flat(), ...runs, first.join('')])].filter((text) => text !== '');
};

/**
 * How long a text is: first not twice as long at once, so that an expression that takes exponential time is found out before it
 * hangs; in the end long enough that what takes the square of it takes many times the limit.
 */
const lengths = [16, 18, 20, 22, 24, 27, 30, 36, 54, 80, 120, 480, 2048, 16_384];

const timeOf = (run: () => unknown): number => {
  const spent = processorClock();
  run();
  return spent();
};

/** The shortest of a few times: sometimes V8 has something to tidy up. */
const shortestOf = (run: () => unknown): number => Math.min(...[1, 2, 3].map(() => timeOf(run)));

/** The text for which it takes too long, with the time; undefined if there is none. */
const slowest = (
  run: (text: string) => unknown,
  parts: readonly string[],
  limitMs = 40,
): string | undefined => {
  for (const part of parts)
    for (const [before, behind] of [
      ['', '\u0000'],
      [parts.at(-1) ?? '', '\n\u0000'],
    ])
      for (const length of lengths) {
        const textOf = (most: number): string => before + part.repeat(Math.ceil(most / part.length)) + behind;
        const text = textOf(length);
        if (timeOf(() => run(text)) < limitMs) continue;
        const ms = shortestOf(() => run(text));
        // Four times the text takes sixteen times as long, or more.
        if (ms > limitMs && ms > 8 * shortestOf(() => run(textOf(length / 4))))
          return `${JSON.stringify(part)} × ${text.length}: ${ms.toFixed(0)} ms`;
      }
  return undefined;
};

test('the check finds an expression that takes quadratic or exponential time', () => {
  for (const bad of [/[\r\n]+$/, /(a+)+b/])
    expect(
      slowest((text) => text.replace(bad, ''), repeated(bad)),
      `${bad}`,
    ).toBeDefined();
});

test('every expression takes time in proportion to its text', () => {
  expect(expressions.length).toBeGreaterThan(200);
  const slow = expressions.flatMap(({ file, text, expression }) => {
    if (expression === undefined) return [];
    const found = slowest((said) => said.replace(expression, ''), repeated(expression));
    return found === undefined ? [] : [`${file} ${text}: ${found}`];
  });
  expect(slow).toEqual([]);
});

/** What uses the expressions that are put together when the program runs. */
const made: Readonly<Record<string, (text: string) => unknown>> = {
  'jq/halves.ts': wholeCharacters,
  'http/connection/link-masks.ts': (text) =>
    maskedBody(text) + maskedBody(JSON.stringify([text])) + maskedHeader('location', text),
  'terminal/direction.ts': isolated,
  'words/invisible.ts': escapeControls,
  'terminal/redact.ts': redactor(new Set(['client-4711', 'key/0815+"not to be shown"'])),
  'words/formulas.ts': (text) => withFormulas(withoutFormulas(text)),
};

describe('what puts an expression together', () => {
  const files = new Set(expressions.filter(({ expression }) => !expression).map(({ file }) => file));

  test('is named here', () => {
    expect([...files].sort()).toEqual(Object.keys(made).sort());
  });

  test.each(Object.entries(made))('%s takes time in proportion, too', (_, run) => {
    const parts = [
      ...candidates,
      'http://',
      "resale a '",
      'resale a-',
      'http://a/',
      'a@',
      ';"',
      "\t'",
      '&amp;',
      '%25',
      '\\u00',
      'client-471',
      'Y2xpZW50',
      '👩\u200d',
      'a \n',
    ];
    // A function does more for each character than an expression.
    expect(slowest(run, parts, 400)).toBeUndefined();
  });
});
