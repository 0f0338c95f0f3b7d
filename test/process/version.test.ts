import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { built } from '../support/built.ts';

test.each(['--version', '-V', 'listings --version', 'listings get -V'])('resale %s', async (line) => {
  const { exitCode, stdout, stderr } = await built(line);
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});
