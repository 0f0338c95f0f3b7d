import { dirname, join } from 'node:path';
import { type Break, readTests } from './breaks.ts';
import { edited, lineAt, type Node, readSources, type Source, type Span } from './syntax.ts';

/** Something else in the place of a piece of code. */
type Edit = Span & { becomes: string };

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
};

type Parts = Node & Record<'left' | 'right' | 'test' | 'argument', Node>;

/** What may be wrong with a piece of code. */
const editsOf = (node: Node, text: string): Edit[] => {
  const { type, operator, value, left, right, test, argument } = node as Parts;
  const code = ({ start, end }: Span) => text.slice(start, end);
  const instead = ({ start, end }: Span, ...all: string[]) => all.map((becomes) => ({ start, end, becomes }));
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const opposite = opposites[`${operator}`];
      const between = { start: left.end, end: right.start };
      return opposite ? instead(between, code(between).replace(`${operator}`, opposite)) : [];
    }
    case 'Literal':
      if (typeof value === 'boolean') return instead(node, `${!value}`);
      return typeof value === 'number' ? instead(node, `${value + 1}`, `${value * 10}`) : [];
    case 'UnaryExpression':
      return operator === '!' ? instead(node, code(argument)) : [];
    case 'AwaitExpression':
      return instead(node, code(argument));
    case 'IfStatement':
    case 'ConditionalExpression':
      return instead(test, 'true', 'false');
    case 'ExpressionStatement':
    case 'ThrowStatement':
      return instead(node, ';');
    default:
      return [];
  }
};

/** Files that the tests of this process don't run as they stand: they run in browsers and threads, or draw the sandbox's page. */
const isElsewhere = /-script\.ts$|worker\.ts$|\/assembly\/|\/sandbox\/page\//;

/** Tests that start what was built before, or try the same in very many ways. */
const isSlow = /^test\/(?:process|stories|faults|fuzz|torture)\//;

/** So many mutations of random code. The same seed makes the same ones. */
export const randomBreaks = (count: number, seed: number): Break[] => {
  const random = randomFrom(seed);
  const sources = readSources();
  const tests = readTests();
  for (const test of tests.keys()) if (isSlow.test(test)) tests.delete(test);
  const near = nearness(sources, tests);
  const transcripts = [...tests.keys()].filter((test) => test.endsWith('.txt'));
  const edits = sources
    .filter(({ file }) => !isElsewhere.test(file))
    .flatMap(({ file, text, nodes }) =>
      nodes.flatMap((node) => editsOf(node, text).map((edit) => ({ file, text, edit }))),
    );
  return Array.from({ length: count }, () => {
    const { file, text, edit } = edits[Math.floor(random() * edits.length)] as (typeof edits)[number];
    const [broken, line] = [edited(text, edit, edit.becomes), lineAt(text, edit.start)];
    const [was, becomes] = [text, broken].map((all) => all.split('\n')[line - 1]?.trim());
    const name = `${file}:${line}\n${' '.repeat(17)}- ${was}\n${' '.repeat(17)}+ ${becomes}`;
    return {
      name,
      make: () => ({ broken: { file, text: broken }, tests: [near(file), transcripts] }),
    };
  });
};

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const mostNear = 8;

/** Finds the tests that are nearest to a source file: those that import it, then those that import an importer, and so on. */
const nearness = (sources: readonly Source[], tests: ReadonlyMap<string, string>) => {
  const importers = new Map<string, string[]>();
  for (const [file, text] of [...sources.map(({ file, text }) => [file, text] as const), ...tests])
    for (const [, to = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const imported = join(dirname(file), to);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return (source: string): string[] => {
    // A set that grows while it is gone through.
    const reached = new Set([source]);
    for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
    // Commands are not imported by what types them.
    const name = source.replace(/^src\/commands\/(.*)\.ts$/, '$1').replaceAll('/', '-');
    const typed = [...tests.keys()].filter((test) => test.includes(`/${name}.`));
    return [...typed, ...[...reached].filter((file) => tests.has(file))].slice(0, mostNear);
  };
};
