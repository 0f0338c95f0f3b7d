import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { print } from '../../src/terminal/io.ts';
import { makeSpinner } from '../../src/terminal/spinner.ts';
import { MemoryOutput } from '../support/output.ts';

// What is tested is when it draws, so the clock is the test's.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const cleared = '\r\u001b[K';

const begin = ({ isTTY = true, columns = 60, env = {}, quiet = false } = {}) => {
  const stderr = new MemoryOutput({ isTTY, columns });
  const ending = new AbortController();
  const stdout = new MemoryOutput({ isTTY: true });
  const io = { stdout, stderr, env, ending: ending.signal };
  return { stdout, stderr, ending, spinner: makeSpinner(io, { label: 'Waiting for the service', quiet }) };
};

describe('on a terminal', () => {
  test('a wait of a second shows nothing', () => {
    const { stderr, spinner } = begin();
    const arrived = spinner.wait();
    vi.advanceTimersByTime(999);
    arrived();
    vi.advanceTimersByTime(5000);
    expect(stderr.text).toBe('');
  });

  test('a longer one turns, in its place, and leaves nothing', () => {
    const { stderr, spinner } = begin();
    const arrived = spinner.wait();
    vi.advanceTimersByTime(1300);
    arrived();
    expect(stderr.writes).toEqual([
      '\rWaiting for the service |\u001b[K',
      '\rWaiting for the service /\u001b[K',
      '\rWaiting for the service -\u001b[K',
      '\rWaiting for the service \\\u001b[K',
      cleared,
    ]);
    vi.advanceTimersByTime(5000);
    expect(stderr.writes).toHaveLength(5);
  });

  test('during several waits it stays until the last has ended', () => {
    const { stderr, spinner } = begin();
    const [one, other] = [spinner.wait(), spinner.wait()];
    vi.advanceTimersByTime(1100);
    one();
    expect(stderr.writes.at(-1)).not.toBe(cleared);
    other();
    expect(stderr.writes.at(-1)).toBe(cleared);
  });

  test('each wait has its own second', () => {
    const { stderr, spinner } = begin();
    for (let wait = 0; wait < 5; wait++) {
      const arrived = spinner.wait();
      vi.advanceTimersByTime(900);
      arrived();
    }
    expect(stderr.text).toBe('');
  });

  test.each(['stdout', 'stderr'] as const)('what is printed on %s meanwhile stands above it', (name) => {
    const { spinner, ...io } = begin();
    spinner.wait();
    vi.advanceTimersByTime(1000);
    print(io[name], 'Something happened.\n');
    expect(io[name].writes.at(-1)).toBe('\r\u001b[KSomething happened.\nWaiting for the service |');
  });

  test('while a question is asked it is not there', async () => {
    const { stderr, spinner } = begin();
    spinner.wait();
    vi.advanceTimersByTime(1000);
    await spinner.hideDuring(async () => {
      expect(stderr.writes.at(-1)).toBe(cleared);
      const { length } = stderr.writes;
      vi.advanceTimersByTime(5000);
      expect(stderr.writes).toHaveLength(length);
    });
    vi.advanceTimersByTime(100);
    expect(stderr.writes.at(-1)).toContain('Waiting');
  });

  test('a tool that is ended at once takes it off first', () => {
    const { stderr, spinner, ending } = begin();
    spinner.wait();
    vi.advanceTimersByTime(1000);
    ending.abort();
    expect(stderr.writes.at(-1)).toBe(cleared);
  });

  test.each([1, 2, 10, 20])('of %i columns it is never wider', (columns) => {
    const { stderr, spinner } = begin({ columns });
    spinner.wait();
    vi.advanceTimersByTime(1500);
    for (const write of stderr.writes)
      expect(write.replace(/^\r/, '').replace('\u001b[K', '').length).toBeLessThanOrEqual(
        Math.max(1, columns - 5),
      );
  });

  test('that was made narrower meanwhile, too: it begins where the terminal has moved it', () => {
    const { stderr, spinner } = begin({ columns: 60 });
    spinner.wait();
    vi.advanceTimersByTime(1000);
    stderr.columns = 10;
    vi.advanceTimersByTime(100);
    expect(stderr.writes.at(-1)).toBe('\r\u001b[2A\u001b[JWait…\u001b[K');
  });
});

test.each([
  ['if stderr is not a terminal', { isTTY: false }],
  ['with --quiet', { quiet: true }],
  ['where the cursor can not be moved', { env: { TERM: 'dumb' } }],
  ['in CI', { env: { CI: 'true' } }],
])('%s nothing is drawn', (_, place) => {
  const { stderr, spinner } = begin(place);
  const arrived = spinner.wait();
  vi.advanceTimersByTime(10_000);
  arrived();
  expect(stderr.text).toBe('');
});

test.each(['', '0', 'false'])('CI=%s is none', (CI) => {
  const { stderr, spinner } = begin({ env: { CI } });
  spinner.wait();
  vi.advanceTimersByTime(2000);
  expect(stderr.text).not.toBe('');
});
