import { resolve } from 'node:path';
import { createVitest, type TestModule, type Vite } from 'vitest/node';

/** A source file with a fault in it. */
export interface Broken {
  file: string;
  text: string;
}

/** A test. */
export interface Witness {
  file: string;
  /** As vitest writes it: `group > test`. */
  name: string;
}

/** What tests say about a source: one fails, none does, or none could say anything. */
export type Verdict = { is: 'seen'; by: Witness } | { is: 'unseen' } | { is: 'error'; why: string };

/** The tests of this project, in a process that can run them again and again, each time with another fault in the source. */
export interface Breakable {
  /** Runs test files until a test fails; with `names`, only their tests of such names. */
  run(files: readonly string[], broken?: Broken, names?: RegExp): Promise<Verdict>;
  close(): Promise<void>;
}

/** Nothing is written to the source: a file is replaced as it is loaded. */
export const startBreakable = async (): Promise<Breakable> => {
  let broken: Broken | undefined;
  const isBroken = (id: string) => broken !== undefined && id === resolve(broken.file);
  const breaking: Vite.Plugin = {
    name: 'breaking',
    enforce: 'pre',
    load: (id) => (isBroken(id) ? broken?.text : undefined),
    configureVitest({ experimental_defineCacheKeyGenerator: cacheKeyOf }) {
      cacheKeyOf(({ id }) => (isBroken(id) ? false : undefined));
    },
  };
  const vitest = await createVitest(
    'test',
    { config: 'test/resilience/gate/vitest.config.ts', watch: false },
    { plugins: [breaking] },
  );
  await vitest.standalone();
  const put = (next: Broken | undefined) => {
    for (const one of [broken, next]) if (one) vitest.invalidateFile(resolve(one.file));
    broken = next;
  };
  return {
    async run(files, next, names) {
      put(next);
      if (names) vitest.setGlobalTestNamePattern(names);
      else vitest.resetGlobalTestNamePattern();
      const project = vitest.getRootProject();
      const specifications = files.map((file) => project.createSpecification(resolve(file)));
      const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
      // Not those of the run: it also has the modules of earlier ones.
      const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
      return verdictOf(modules, unhandledErrors);
    },
    close: () => vitest.close(),
  };
};

const verdictOf = (modules: readonly TestModule[], unhandled: readonly unknown[]): Verdict => {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = tests.find((test) => test.result().state === 'failed');
  if (failed) return { is: 'seen', by: { file: failed.module.moduleId, name: failed.fullName } };
  const [error] = [...modules.flatMap((module) => module.errors()), ...unhandled] as { message: string }[];
  if (error) return { is: 'error', why: error.message };
  return tests.some((test) => test.result().state === 'passed')
    ? { is: 'unseen' }
    : { is: 'error', why: 'no test was run' };
};
