import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/failure/codes.ts';
import { variables } from '../../src/help/topics/in-and-out.ts';
import { topics } from '../../src/help/topics.ts';
import { namedFaults } from '../../src/sandbox/faults/spec.ts';
import type { Listing } from '../../src/service/listing-schemas.ts';
import { resale, sandboxed } from '../support/resale.ts';

const screenOf = async (name: string, terminal = 80): Promise<string> => {
  const { exitCode, stdout, stderr } = await resale(`help ${name}`, { terminal });
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
};

describe('resale help TOPIC', () => {
  it.each(topics.map(({ name, summary }) => [name, summary]))('%s', async (name, summary) => {
    for (const width of [80, 50]) {
      const screen = await screenOf(name, width);
      expect(screen.split('\n\n')[0]?.replaceAll('\n', ' ')).toBe(`${summary}.`);
      // What is to be typed stays in one piece.
      const told = screen
        .split('\n')
        .filter((line) => !/^ {2}(?:[A-Z_]+=\S+ )*(?:resale|printf) /.test(line));
      expect(told.filter((line) => line.length > width)).toEqual([]);
    }
  });

  it('is listed by help, and by no command', async () => {
    const { stdout } = await resale('help', { terminal: 200 });
    for (const { name, summary } of topics) expect(stdout).toContain(`${name.padEnd(13)}${summary}\n`);
    expect((await resale('exit-codes')).exitCode).toBe(2);
  });

  it('exit-codes has every code', async () => {
    const screen = await screenOf('exit-codes');
    for (const code of Object.values(exitCodes)) expect(screen).toMatch(new RegExp(`^ {2}${code} `, 'm'));
  });

  it('bulk begins with its examples, and has 80 lines at most', async () => {
    const lines = (await screenOf('bulk')).split('\n');
    expect(lines[2]).toBe('Examples:');
    expect(lines.length).toBeLessThanOrEqual(81);
  });

  it('faults has every fault', async () => {
    const screen = await screenOf('faults');
    for (const [name] of namedFaults) expect(screen).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  it('sandbox lists what is there', async () => {
    const screen = await screenOf('sandbox');
    const { env, shopId, domain, sku } = await sandboxed();
    for (const fact of [shopId, domain, sku]) expect(screen).toContain(fact);
    const names = screen.match(/RETURN-\d+/g) ?? [];
    const listings = JSON.parse((await resale(`listings get ${names.join(' ')}`, { env })).stdout);
    expect(listings.map(({ state }: Listing) => state)).toEqual(Array(4).fill('OPEN'));
    expect(listings.at(-1).availableInventory).toBe(0);
    for (const { sku, availableInventory } of listings)
      expect(screen).toContain(`${sku}, ${availableInventory || 'open with none'} for sale`);
  });
});

/** Every file of src/ but those of the documents. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('docs'))
  .map((path) => readFileSync(join('src', path), 'utf8'));

describe('help environment', () => {
  const named = new Set(variables.map(([name]) => name));
  const used = new Set(sources.flatMap((text) => text.match(/\bRESALE_[A-Z_]*[A-Z]\b/g) ?? []));

  it('names every variable of ours that the code does', () => {
    expect([...used].filter((name) => !named.has(name))).toEqual([]);
  });

  it('names none that the code does not', () => {
    const text = sources.join('\n');
    expect([...named].filter((name) => !text.includes(name))).toEqual([]);
  });
});
