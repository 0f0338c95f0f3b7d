import { describe, expect, test } from 'vitest';
import { type JqOptions, startJq } from '../../src/jq/jq.ts';

const worker = `${process.cwd()}/dist/jq.cjs`;

/** Runs an expression on some chunks of JSON: what it prints and tells. */
const jq = async (expression: string, chunks: readonly string[], options: Partial<JqOptions> = {}) => {
  let printed = '';
  const told: string[] = [];
  const { input, finish } = await startJq({
    worker,
    expression,
    isPretty: false,
    signal: new AbortController().signal,
    write: async (bytes) => {
      printed += Buffer.from(bytes).toString();
    },
    tell: (line) => told.push(line),
    ...options,
  });
  for (const chunk of chunks) await new Promise((resolve) => input.write(chunk, resolve));
  await finish();
  return { printed, told };
};

describe('an expression', () => {
  test.each([
    ['.a', ['{"a":', '"b"}'], 'b\n'],
    ['.', ['{"a":9007199254740993}'], '{"a":9007199254740993}\n'],
  ])('%s', async (expression, chunks, printed) => {
    expect(await jq(expression, chunks)).toEqual({ printed, told: [] });
  });
});
