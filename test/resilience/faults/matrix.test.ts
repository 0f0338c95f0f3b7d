import { describe, expect, test, vi } from 'vitest';
import { bin } from '../../support/built.ts';
import { asProcess, inProcess } from '../fuzz/tool.ts';
import { caseNamed, casesOf, nameOf } from './case.ts';
import { faults } from './faults.ts';
import { Matrix } from './matrix.ts';

// Mostly they wait: for an answer that does not come, or for a change to come to rest.
vi.setConfig({ maxConcurrency: 8 });

const cases = [...casesOf(0), ...casesOf(1)];

/** Of each fault one case, all commands in turn. `npm run torture -- --only matrix` runs all of them. */
const samples = faults.flatMap((fault, index) => {
  const own = cases.filter((one) => one.fault === fault);
  return own.slice((index * 7) % own.length).slice(0, 1);
});

/** The first of each group. */
const firsts = samples.filter(
  ({ fault }, index) => samples.findIndex((other) => other.fault.group === fault.group) === index,
);

test('every fault and every command has a unique name', () => {
  const names = casesOf(0).map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => nameOf(caseNamed(name)) !== name)).toEqual([]);
});

describe.concurrent('a fault on the wire: its label is true, its exit code documented, nothing leaks', () => {
  const here = new Matrix(inProcess(bin));
  test.each(samples.map((one) => [nameOf(one), one] as const))('%s', async (_, one) => {
    expect(await here.run(one)).toEqual([]);
  });

  const apart = new Matrix(asProcess(bin));
  test.each(firsts.map((one) => [nameOf(one), one] as const))(
    'in a process of its own: %s',
    async (_, one) => {
      expect(await apart.run(one)).toEqual([]);
    },
  );
});
