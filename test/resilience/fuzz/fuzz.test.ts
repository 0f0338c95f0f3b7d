import { describe, expect, test } from 'vitest';
import { bin } from '../../support/built.ts';
import { fuzz, fuzzers, throughProcesses } from './fuzz.ts';
import { asProcess, inProcess } from './tool.ts';

// `npm run torture -- --only fuzz` tries by the hundred thousand.
describe('whatever comes, it is dealt with, or refused in words', () => {
  const tool = inProcess(bin);
  test.each(fuzzers)('$name', async (fuzzer) => {
    expect(await fuzz(tool, fuzzer, { runs: Math.ceil(fuzzer.share * 500), seed: 1 })).toEqual([]);
  });
});

describe('the same through a separate process', () => {
  const tool = asProcess(bin);
  test.each(throughProcesses)('$name', async (fuzzer) => {
    expect(await fuzz(tool, fuzzer, { runs: 8, seed: 1 })).toEqual([]);
  });
});
