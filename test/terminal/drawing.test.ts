import { describe, expect, test } from 'vitest';
import { themeOf } from '../../src/terminal/drawing.ts';
import { colorLevel } from '../../src/terminal/screen.ts';

const terminal = { isTTY: true };
const pipe = {};

describe('how many colours a stream gets', () => {
  test.each([
    ['a terminal', terminal, {}, false, 1],
    ['a pipe', pipe, {}, false, 0],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false, 0],
    ['NO_COLOR, whatever it says', terminal, { NO_COLOR: '0' }, false, 0],
    ['an empty NO_COLOR counts for nothing', terminal, { NO_COLOR: '' }, false, 1],
    ['NO_COLOR before FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '3' }, false, 0],
    ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, false, 1],
    ['FORCE_COLOR=true', pipe, { FORCE_COLOR: 'true' }, false, 1],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false, 0],
    ['FORCE_COLOR=false', terminal, { FORCE_COLOR: 'false' }, false, 0],
    ['an empty FORCE_COLOR counts for nothing', pipe, { FORCE_COLOR: '' }, false, 0],
    ['TERM=dumb', terminal, { TERM: 'dumb' }, false, 0],
    ['FORCE_COLOR before TERM=dumb', terminal, { TERM: 'dumb', FORCE_COLOR: '1' }, false, 1],
    ['--no-color before all', terminal, { FORCE_COLOR: '3' }, true, 0],
  ] as const)('%s', (_, stream, env, noColor, level) => {
    expect(colorLevel(stream, env, noColor)).toBe(level);
  });
});

test('a word is painted by its role, and unknown words are left alone', () => {
  const { paint } = themeOf(1);
  expect(paint('state', 'OPEN')).toBe('\u001b[32mOPEN\u001b[39m');
  expect(paint('outcome', 'refused', 'ref…')).toBe('\u001b[31mref…\u001b[39m');
  expect(paint('state', 'PAUSED')).toBe('PAUSED');
  expect(paint('state', 'constructor')).toBe('constructor');
  expect(paint(undefined, 'OPEN')).toBe('OPEN');
});

test('without colours every style gives the text back', () => {
  const { heading, dim, good, bad, paint } = themeOf(0);
  expect([heading, dim, good, bad].map((style) => style('word'))).toEqual(['word', 'word', 'word', 'word']);
  expect(paint('state', 'OPEN')).toBe('OPEN');
});
