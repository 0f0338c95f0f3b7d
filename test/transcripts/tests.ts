import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDialect } from '../support/dialect.ts';
import { harmOn } from '../support/nasty.ts';
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

/**
 * What is wrong with a screen as a terminal that wide draws it. What is for programs is not broken into lines, and questions are
 * drawn by those who ask them.
 */
const harmIn = ({ columns, line, screen }: Step) => {
  if (columns === undefined || / (?:<<<|\| cat|-o|--json|--jq) /.test(`${line} `)) return [];
  return harmOn(screen.map((shown) => shown.replace(/^! |^\\/, '').replace(/ \\$/, '')).join('\n'), columns);
};

/** Makes a test of each scene. An update writes what they show into the file, and leaves requests and exit codes as they are. */
export const testTranscript = (path: string, isUpdate: boolean): void => {
  const { before, scenes } = readTranscript(readFileSync(path, 'utf8'));
  const shown = new Map<Scene, Scene>();

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
    if (isUpdate)
      writeFileSync(path, written({ before, scenes: scenes.map((scene) => shown.get(scene) ?? scene) }));
  });

  test.each(scenes.filter(isPlayed).map((scene) => [scene.title.slice(3), scene] as const))(
    '%s',
    async (_title, scene) => {
      const actual = await played(scene);
      const steps = scene.steps.map((step, at) => {
        const { screen, facts } = actual.steps[at] as Step;
        return isUpdate ? { ...step, screen, facts: isNew(step) ? facts : step.facts } : step;
      });
      shown.set(scene, { ...scene, steps });
      const compared = ({ line, screen, facts }: Step) => [line, ...screen, ...inDialect(facts)];
      expect(actual.steps.map(compared)).toEqual(steps.map(compared));
      for (const step of actual.steps) expect(await harmIn(step), step.line).toEqual([]);
    },
    // A question that nobody answers is not waited for as long as a slow process.
    60_000,
  );
};
