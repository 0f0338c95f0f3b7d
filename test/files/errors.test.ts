import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ifMissing, ifRefused } from '../../src/files/file-error.ts';

const missing = () => readFile('/there/is/no/such/file');
const directory = () => readFile('/');
const fault = async () => Promise.reject(new TypeError('a fault of our own'));

test('only what is missing has an instead; whatever the system refuses may have one; a fault of our own never', async () => {
  expect(await missing().catch(ifMissing('none'))).toBe('none');
  await expect(directory().catch(ifMissing('none'))).rejects.toThrow('EISDIR');
  expect(await directory().catch(ifRefused('none'))).toBe('none');
  await expect(fault().catch(ifMissing('none'))).rejects.toThrow('a fault of our own');
  await expect(fault().catch(ifRefused('none'))).rejects.toThrow('a fault of our own');
});
