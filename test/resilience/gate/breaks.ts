import { readFileSync } from 'node:fs';
import type { Broken } from './breakable.ts';
import {
  edited,
  filesIn,
  fit,
  formOf,
  lineAt,
  type Node,
  nameOf,
  namesUsed,
  nodesIn,
  parse,
  readSources,
  type Source,
  type Span,
  withoutType,
} from './syntax.ts';

/** One way to break the source. */
export interface Break {
  /** What is wrong then. */
  name: string;
  /** Throws if the source can't be broken in this way any more. */
  make(): Fault;
}

export interface Fault {
  broken: Broken;
  /** The test files that must see it, one group after the other; with `titles`, by tests of such titles. */
  tests: readonly (readonly string[])[];
  titles?: RegExp;
}

/** The lists of breaks: those that `.ci/run` tries, and those that are tried at night. */
export const lists = {
  always: 'test/resilience/gate/breaks.txt',
  night: 'test/resilience/gate/nightly.txt',
} as const;

/** Reads lists of breaks, in the form that `breaks.txt` explains. */
export const readBreaks = (...paths: readonly string[]): Break[] => {
  const sources = readSources();
  const tests = readTests();
  return paths
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .trim()
        .split(/\n{2,}/),
    )
    .filter((paragraph) => !paragraph.startsWith('#'))
    .map((paragraph) => {
      const [, name = '', owner = '', code = '', becomes = '', title = ''] =
        /^(.+)\nin (\S+): (.+) → (.+)\nseen by: (.+)$/.exec(paragraph) ?? [];
      if (name === '') throw new Error(`this is no break:\n${paragraph}`);
      const words = title.split('…');
      return {
        name,
        make: () => ({
          broken: brokenIn(sources, owner, code, becomes),
          tests: [[testWith(words, tests)]],
          titles: new RegExp(`(?:^| )${words.map(literally).join('.*')}`),
        }),
      };
    });
};

/** The text of each file of tests, by its name. */
export const readTests = (): Map<string, string> => {
  const files = filesIn('test', /\.test\.ts$|^test\/transcripts\/.*\.txt$/);
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
};

/** The only file of tests that has a title with the longest of these pieces, at its beginning or behind a blank. */
const testWith = (pieces: readonly string[], tests: ReadonlyMap<string, string>): string => {
  const words = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
  const title = new RegExp(`[ '"\`]${literally(words)}`);
  const [file, ...others] = [...tests.keys()].filter((test) => title.test(tests.get(test) ?? ''));
  if (file === undefined) throw new Error(`no test is called ${words}`);
  if (others.length > 0)
    throw new Error(`tests of several files are called ${words}: ${[file, ...others].join(', ')}`);
  return file;
};

/** An expression that finds a text as it is. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

interface Place {
  source: Source;
  node: Node;
  /** What each `…` of the form stands for. */
  filled: readonly Span[];
}

/** The source with a replacement in the only place where something called `owner` has code of this form. */
export const brokenIn = (
  sources: readonly Source[],
  owner: string,
  code: string,
  becomes: string,
): Broken => {
  const { source, node, filled } = placeOf(owner, code, sources);
  const { file, text } = source;
  const isStatement = /Statement$/.test(node.type);
  const left = filled.map(({ start, end }) => text.slice(start, end));
  const replacement = becomes
    .replace(/^nothing$/, isStatement ? '' : 'undefined')
    .replace(/…/g, () => left.shift() ?? fail(`there is less to fill in than ${becomes}`));
  const broken = edited(text, node, isStatement ? `{ ${replacement} }` : `(${replacement})`);
  // Any test would see a name that means nothing.
  const known = new Set(namesUsed(source.nodes));
  const strange = namesUsed(nodesIn(parse(broken))).find((name) => !known.has(name) && !(name in globalThis));
  return strange === undefined ? { file, text: broken } : fail(`${file} has no ${strange}`);
};

const fail = (message: string): never => {
  throw new Error(message);
};

const placeOf = (name: string, code: string, sources: readonly Source[]): Place => {
  const form = formOf(code);
  const named = sources
    .filter(({ text }) => text.includes(name))
    .flatMap((source) =>
      source.nodes.filter((node) => nameOf(node) === name).map((node) => ({ source, within: nodesIn(node) })),
    );
  // What is within two of this name is found twice.
  const fitting = new Map(
    named.flatMap(({ source, within }) => placesIn(source, within, form)).map((place) => [place.node, place]),
  );
  const [place, ...others] = fitting.values();
  if (place !== undefined)
    return others.length === 0
      ? place
      : fail(`${name} has this ${fitting.size} times${listed([place, ...others])}`);
  const elsewhere = sources.flatMap((source) => placesIn(source, source.nodes, form));
  const alike = named.flatMap(({ source, within }) =>
    within.filter(({ type }) => type === form.type).map((node) => ({ source, node, filled: [] })),
  );
  const missing = named.length > 0 ? `${name} has no ${code}` : `nothing is called ${name}`;
  return fail(`${missing}${listed([...elsewhere, ...alike])}`);
};

const placesIn = (source: Source, nodes: readonly Node[], form: Node): Place[] =>
  nodes.flatMap((node) => {
    const filled = withoutType(node) === node ? fit(form, node) : undefined;
    return filled ? [{ source, node, filled }] : [];
  });

const mostListed = 8;

const listed = (places: readonly Place[]): string =>
  places
    .slice(0, mostListed)
    .map(({ source: { file, text, nodes }, node: { start, end } }) => {
      const owner = nodes.findLast((node) => node.start <= start && node.end >= end && nameOf(node));
      return `\n  ${file}:${lineAt(text, start)} in ${owner && nameOf(owner)}: ${text.slice(start, end).replace(/\s+/g, ' ').slice(0, 100)}`;
    })
    .join('');
