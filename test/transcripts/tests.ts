import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDialect } from '../support/dialect.ts';
import { played } from './play.ts';
import { readTranscript, type Scene, type Step, written } from './transcript.ts';

/**
 * The suite runs a second time against a deployment that has another name for everything, of which nothing may show. Its
 * requests are compared without queries and bodies, and scenes of raw answers and requests not at all.
 */
const inDialect = (facts: readonly string[]) =>
  testDialect ? facts.map((fact) => fact.replace(/^(> \S+ [^ ?]+)\S* (?:\{.*\} )?/, '$1 ')) : facts;
const isPlayed = ({ title }: Scene) => !(testDialect && title.endsWith('(neutral words only)'));

/** A step that nobody has played yet is recorded whole. */
const isNew = ({ screen, facts }: Step) => screen.length + facts.length === 0;

/** Makes a test of each scene, and one of how all of them look. */
export const testTranscript = (path: string): void => {
  const text = readFileSync(path, 'utf8');
  const { before, scenes } = readTranscript(text);
  const shown = new Map<Scene, Scene>();

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  // Exit codes and requests: no update changes them.
  test.each(scenes.filter(isPlayed).map((scene) => [scene.title.slice(3), scene] as const))(
    '%s',
    async (_title, scene) => {
      const actual = await played(scene);
      const steps = scene.steps.map((step, at) => ({
        ...(actual.steps[at] as Step),
        ...(isNew(step) ? {} : { facts: step.facts }),
      }));
      shown.set(scene, { ...scene, steps });
      expect(actual.steps.map(({ line, facts }) => [line, ...inDialect(facts)])).toEqual(
        steps.map(({ line, facts }) => [line, ...inDialect(facts)]),
      );
    },
    // A question that nobody answers is not waited for as long as a slow process.
    60_000,
  );

  test('looks as it is recorded', async () => {
    const now = written({ before, scenes: scenes.map((scene) => shown.get(scene) ?? scene) });
    if (testDialect) expect(now).toBe(text);
    else await expect(now).toMatchFileSnapshot(path);
  });
};
