import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../src/changes/operations.ts';

const folder = new URL('../../src/changes/', import.meta.url);

test('every operation has its row: without it, nobody could resume its runs', async () => {
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(fileURLToPath(new URL(file, folder)))),
  );
  const declared = modules
    .flatMap((module: object) => Object.values(module))
    .filter((one) => typeof one === 'object' && one !== null && 'recover' in one);
  expect(declared.length).toBeGreaterThan(4);
  expect(new Set(operations)).toEqual(new Set(declared));
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
});
