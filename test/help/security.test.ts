import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What SECURITY.md promises, with the tests that it names for it. */
const promises = [...readFileSync('.github/SECURITY.md', 'utf8').matchAll(/^\*\*(.+)\*\* \((.+)\)$/gm)].map(
  ([, about = '', tests = '']): [string, string[]] => [
    about,
    [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  ],
);

const isTest = (path: string): boolean => /\.test\.ts$|^test\/transcripts\/.*\.txt$/.test(path);
const hasTests = (path: string): boolean =>
  isTest(path) ? existsSync(path) : readdirSync(path, { recursive: true, encoding: 'utf8' }).some(isTest);

const faultsPage = 'test/resilience/faults/README.md';
/** The tables of faults, with the tests that each names. */
const tables = [...readFileSync(faultsPage, 'utf8').matchAll(/^## (.+)\n\nTests: (.+)\.$/gm)].map(
  ([, about = '', tests = '']): [string, string[]] => [
    about,
    [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  ],
);

test('every kind of promise, and every table of faults, names tests', () => {
  expect([promises.length > 6, tables.length > 8]).toEqual([true, true]);
});

test.each([...promises, ...tables])('%s: tests that are there', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((path) => !hasTests(`test/${path}`))).toEqual([]);
});
