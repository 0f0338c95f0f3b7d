import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { covered, print } from '../../src/terminal/io.ts';
import { makeSpinner, type ProgressOptions, startProgress } from '../../src/terminal/progress.ts';
import { MemoryOutput } from '../support/output.ts';

const csi = '\u001b';

// What is tested is when it draws, so the clock is the test's.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Place {
  isTTY?: boolean;
  columns?: number;
  env?: Record<string, string>;
}

const place = { env: {}, clock: systemClock, ending: new AbortController().signal };

const begin = (
  { isTTY = true, columns = 60, env = {} }: Place = {},
  options: Partial<ProgressOptions> = {},
) => {
  const stderr = new MemoryOutput({ isTTY, columns });
  const progress = startProgress(
    { stdout: new MemoryOutput(), stderr, env, clock: systemClock, ending: new AbortController().signal },
    { label: 'Running', unit: 'rows', quiet: false, ...options },
  );
  return { stderr, progress };
};

describe('on a terminal', () => {
  test('nothing is drawn within the first second', () => {
    const { stderr, progress } = begin();
    for (let done = 0; done < 99; done++) {
      progress.update({ done, total: 100 });
      vi.advanceTimersByTime(10);
    }
    progress.stop();
    expect(stderr.text).toBe('');
  });

  test('then it is redrawn in its place, at most ten times a second, and is gone at the end', () => {
    const { stderr, progress } = begin();
    for (let done = 0; done < 300; done++) {
      progress.update({ done, total: 300 });
      vi.advanceTimersByTime(10);
    }
    expect(stderr.writes.length).toBeGreaterThan(15);
    expect(stderr.writes.length).toBeLessThanOrEqual(21);
    for (const write of stderr.writes) expect(write).toMatch(new RegExp(`^\rRunning {2}[^\n\r]+${csi}\\[K$`));
    expect(stderr.writes.at(-1)).toMatch(/299 of 300 {2}100\/s {2}1 s left/);
    progress.stop();
    expect(stderr.writes.at(-1)).toBe('\r\x1b[K');
    const { length } = stderr.writes;
    vi.advanceTimersByTime(1000);
    expect(stderr.writes.length).toBe(length);
  });

  test('what is printed meanwhile stands above it, in one write', () => {
    const { stderr, progress } = begin();
    progress.update({ done: 1 });
    vi.advanceTimersByTime(1000);
    print(stderr, 'Something happened.\n');
    print(stderr, 'Something else.\n');
    expect(stderr.writes.slice(1)).toEqual([
      '\r\x1b[KSomething happened.\nRunning  1 row',
      '\r\x1b[KSomething else.\nRunning  1 row',
    ]);
  });

  test('what is printed after it was made narrower, too', () => {
    const { stderr, progress } = begin({ columns: 40 });
    progress.update({ done: 1, total: 2, notes: ['3 refused'] });
    vi.advanceTimersByTime(1000);
    stderr.columns = 20;
    print(stderr, 'Something happened.\n');
    expect(stderr.writes.at(-1)).toBe('\r\x1b[1A\x1b[J\x1b[KSomething happened.\nRunning  1 of …');
  });

  test('a long job is there from the beginning', () => {
    const { stderr, progress } = begin({}, { isLong: true });
    progress.update({ done: 0, total: 2 });
    expect(stderr.text).toContain('0 of 2');
  });

  test('of a job within another one, only the inner line is there, and then the outer one again', () => {
    const { stderr, progress } = begin({}, { isLong: true });
    progress.update({ done: 0, total: 2 });
    const inner = startProgress(
      { ...place, stdout: new MemoryOutput(), stderr },
      { label: 'Reading', unit: 'listings', quiet: false, isLong: true },
    );
    inner.update({ done: 5 });
    const { length } = stderr.writes;
    vi.advanceTimersByTime(300);
    expect(stderr.writes.slice(length).join('')).not.toContain('Running');
    inner.stop();
    vi.advanceTimersByTime(100);
    print(stderr, 'Something happened.\n');
    expect(stderr.writes.at(-1)).toMatch(/Something happened\.\nRunning {2}.*0 of 2/);
  });

  test.each([
    [20, 15],
    [0, 75],
  ])('of %i columns it fits into %i', (columns, width) => {
    const { stderr, progress } = begin({ columns });
    progress.update({
      done: 123,
      total: 4567,
      notes: ['9 refused', 'and many more words than there is room for'],
    });
    vi.advanceTimersByTime(2000);
    for (const write of stderr.writes)
      expect(write.replace(new RegExp(`\r|${csi}\\[K`, 'g'), '').length).toBeLessThanOrEqual(width);
    expect(stderr.writes.length).toBeGreaterThan(0);
  });

  test('it has no colour', () => {
    const { stderr, progress } = begin({ env: { FORCE_COLOR: '1', LANG: 'C.UTF-8' } });
    progress.update({ done: 1, total: 2 });
    vi.advanceTimersByTime(1200);
    expect(stderr.text).toContain('█');
    expect(stderr.text).not.toMatch(new RegExp(`${csi}\\[\\d`));
  });
});

describe('if stderr is not a terminal', () => {
  test.each<[string, Place]>([
    ['a pipe', { isTTY: false }],
    ['a terminal that can not move its cursor', { env: { TERM: 'dumb' } }],
    ['a terminal of CI', { env: { CI: 'true' } }],
  ])('a line every five seconds of a long job: %s', (_, place) => {
    const { stderr, progress } = begin(place, { isLong: true });
    for (let done = 0; done <= 12; done++) {
      progress.update({ done, total: 12 });
      vi.advanceTimersByTime(1000);
    }
    progress.stop();
    expect(stderr.text).toBe('Running: 4 of 12, 48/min, 10 s left\nRunning: 9 of 12, 54/min, 4 s left\n');
  });
});

test.each<[string, Place, Partial<ProgressOptions>]>([
  ['a pipe', { isTTY: false }, {}],
  ['a terminal that can not move its cursor', { env: { TERM: 'dumb' } }, {}],
  ['a terminal of CI', { env: { CI: 'true' } }, {}],
  ['a pipe, with --quiet', { isTTY: false }, { quiet: true, isLong: true }],
  ['a terminal, with --quiet', {}, { quiet: true, isLong: true }],
])('nothing is printed: %s', (_, place, options) => {
  const { stderr, progress } = begin(place, options);
  progress.update({ done: 1 });
  vi.advanceTimersByTime(20_000);
  progress.stop();
  expect(stderr.text).toBe('');
});

describe('a wait of which nothing can be counted', () => {
  const waiting = () => {
    const stderr = new MemoryOutput({ isTTY: true, columns: 60 });
    const ending = new AbortController();
    const stdout = new MemoryOutput({ isTTY: true });
    const io = { stdout, stderr, env: {}, clock: systemClock, ending: ending.signal };
    return { ...io, ending, wait: makeSpinner(io, { label: 'Waiting', quiet: false }) };
  };
  const cleared = '\r\u001b[K';

  test('turns after a second, in its place, and leaves nothing once the last of several has ended', () => {
    const { stderr, wait } = waiting();
    const [one, other] = [wait(), wait()];
    vi.advanceTimersByTime(999);
    expect(stderr.text).toBe('');
    vi.advanceTimersByTime(201);
    one();
    expect(stderr.writes.at(-1)).not.toBe(cleared);
    other();
    vi.advanceTimersByTime(5000);
    const turns = ['|', '/', '-'].map((sign) => `\rWaiting ${sign}\u001b[K`);
    expect(stderr.writes).toEqual([...turns, cleared]);
  });

  test('each has its own second', () => {
    const { stderr, wait } = waiting();
    for (let time = 0; time < 5; time++) {
      const arrived = wait();
      vi.advanceTimersByTime(900);
      arrived();
    }
    expect(stderr.text).toBe('');
  });

  test.each(['stdout', 'stderr'] as const)('stands below what is printed on %s meanwhile', (name) => {
    const { wait, ...io } = waiting();
    wait();
    vi.advanceTimersByTime(1000);
    print(io[name], 'Something happened.\n');
    expect(io[name].writes.at(-1)).toBe('\r\u001b[KSomething happened.\nWaiting |');
  });

  test('is not there while a question is asked', async () => {
    const { stderr, wait } = waiting();
    wait();
    vi.advanceTimersByTime(1000);
    await covered(stderr, async () => {
      const { length } = stderr.writes;
      expect(stderr.writes.at(-1)).toBe(cleared);
      vi.advanceTimersByTime(5000);
      expect(stderr.writes).toHaveLength(length);
    });
    vi.advanceTimersByTime(100);
    expect(stderr.writes.at(-1)).toContain('Waiting');
  });

  test('is taken off by a tool that is ended at once', () => {
    const { stderr, wait, ending } = waiting();
    wait();
    vi.advanceTimersByTime(1000);
    ending.abort();
    expect(stderr.writes.at(-1)).toBe(cleared);
  });
});

test.each(['', '0', 'false'])('CI=%s is none', (CI) => {
  const { stderr, progress } = begin({ env: { CI } }, { isLong: true });
  progress.update({ done: 1 });
  expect(stderr.text).not.toBe('');
});
