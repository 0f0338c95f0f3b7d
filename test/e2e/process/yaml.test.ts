import { spawnSync } from 'node:child_process';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { yaml } from '../../../src/terminal/write-yaml.ts';
import { asRead, hostileValues } from '../../terminal/hostile-values.ts';

/** What PyYAML, a parser of YAML 1.1, reads in each document, by its Python and by its C parser; undefined if it is missing. */
const readByPython = (documents: readonly string[]): [unknown[], unknown[]] | undefined => {
  const script = `
import sys, json
try: import yaml
except ImportError: sys.exit(9)
documents = json.load(sys.stdin)
print(json.dumps([[yaml.load(text, loader) for text in documents] for loader in (yaml.SafeLoader, getattr(yaml, 'CSafeLoader', yaml.SafeLoader))]))`;
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status === 9) return undefined;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const hasPyYaml = readByPython([]) !== undefined;

// Without python3 and its package yaml this is skipped: .ci/run installs them.
test.skipIf(!hasPyYaml)('hostile texts are read back by PyYAML as they were, and numbers are numbers', () => {
  const numbers = ['1e5', '-1E+4', '2.50e-7', '-0', '1.0', '1E-5', `1${'0'.repeat(300)}`];
  const documents = [...hostileValues, ...numbers.map((digits) => new LosslessNumber(digits))].map(yaml);
  for (const read of readByPython(documents) ?? []) {
    const [texts, others] = [read.slice(0, hostileValues.length), read.slice(hostileValues.length)];
    expect(texts.map((one) => JSON.stringify(one))).toEqual(hostileValues.map(asRead));
    expect(others.map((one) => [typeof one, Number(one)])).toEqual(
      numbers.map((digits) => ['number', Number(digits) + 0]),
    );
  }
});
