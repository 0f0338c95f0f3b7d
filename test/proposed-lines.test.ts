import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tree } from '../src/commands/tree.ts';
import { Interrupted } from '../src/failure/failure.ts';
import type * as resaleLines from '../src/words/resale-line.ts';
import { conversations } from './proposed/conversations.ts';
import { errors } from './proposed/errors.ts';
import { feeds } from './proposed/feeds.ts';
import { runs } from './proposed/runs.ts';
import { sandboxes } from './proposed/sandboxes.ts';
import type { Line, Place, Situation } from './proposed/situation.ts';
import { resale, type Screen, words } from './support/resale.ts';

/** Every line that was made so far, behind `resale `, with the places in the sources that made it. */
const made = vi.hoisted(() => {
  // Tests share a worker: what an earlier file has imported knows nothing of the record.
  vi.resetModules();
  return new Map<string, Set<string>>();
});
afterAll(() => {
  vi.doUnmock('../src/words/resale-line.ts');
  vi.resetModules();
});

vi.mock('../src/words/resale-line.ts', async (original) => {
  const real = await original<typeof resaleLines>();
  const recorded =
    <How extends unknown[]>(make: (...how: How) => string) =>
    (...how: How): string => {
      const line = make(...how);
      const [, , caller = ''] = `${new Error().stack}`.split('\n');
      const [site = caller] = /src\/\S+\.ts:\d+:\d+/.exec(caller) ?? [];
      const words = line.replace(/^resale /, '');
      made.set(words, (made.get(words) ?? new Set()).add(site));
      return line;
    };
  return {
    ...real,
    resaleLine: recorded(real.resaleLine),
    lineAgain: recorded(real.lineAgain),
    runLine: recorded(real.runLine),
    linesHere: (globals) => recorded(real.linesHere(globals)),
  } satisfies typeof real;
});

/** The places whose lines were seen on a screen, and typed. */
const typedFrom = new Set<string>();

/** A line on a screen, and what stands before and behind it there. */
interface Shown {
  line: string;
  before: string;
  behind: string;
}

/** The lines on a screen that the tool made, in their order, each once. */
const shownOn = (screen: string): Shown[] => {
  const found = [...screen.matchAll(/\bresale /g)].flatMap(({ index }): Shown[] => {
    const rest = screen.slice(index + 'resale '.length);
    const [line] = [...made.keys()]
      .filter((one) => rest.startsWith(one) && !/^[\w-]/.test(rest.slice(one.length)))
      .sort((one, other) => other.length - one.length);
    if (line === undefined) return [];
    return [
      { line, before: screen.slice(0, index).split('\n').at(-1) ?? '', behind: rest.slice(line.length) },
    ];
  });
  return found.filter(({ line }, at) => found.findIndex((one) => one.line === line) === at);
};

const screenOf = ({ stdout, stderr }: Screen): string => stdout + stderr;

/** Types what was typed before, or lets its screen be made. */
const screenIn = async ({ typed, answers = '', replies, piped, exit = 0 }: Situation, place: Place) => {
  const said = typeof typed === 'string' ? typed : await typed(place);
  if (typeof typed !== 'string' && said.includes('\n')) return said;
  const there = piped ? {} : { terminal: 1000, typed: answers, ...(replies && { replies }) };
  const screen = await resale(said, { ...place, ...there });
  expect([screen.exitCode, screenOf(screen)]).toEqual([exit, expect.anything()]);
  return screenOf(screen);
};

/** Types a proposed line as it stands, and stops what would run on. */
const typeLine = async (
  { line, before }: Shown,
  { fill = {}, ...said }: Line,
  place: Place,
  stdin = said.stdin,
) => {
  const filled = Object.entries({ ...(place.run && { RUN: place.run }), ...fill }).reduce(
    (text, [name, word]) => text.replace(new RegExp(`(?<=[ =])${name}(?= |$)`), word),
    // Another program may have the port that it takes by itself.
    line.replace(/^sandbox start$/, '$& --port 0'),
  );
  const [, echoed] = /\b(?:echo|printf '%s\\n') (.*) \| $/.exec(before) ?? [];
  const stop = new AbortController();
  const runsOn = /^sandbox start/.test(line);
  const piped = stdin ?? (echoed && words(echoed).join('\n'));
  return resale(filled, {
    ...place,
    ...(piped === undefined
      ? { terminal: 1000, typed: said.answers ?? 'y\n', ...(said.replies && { replies: said.replies }) }
      : { stdin: piped }),
    interruption: stop.signal,
    onStdout: () => {
      if (runsOn) stop.abort(new Interrupted('SIGINT'));
    },
  });
};

const typeAll = async (shown: readonly Shown[], lines: Situation['lines'], place: Place) => {
  let stdin: string | undefined;
  for (const [at, one] of shown.entries()) {
    const said = lines[at] as Situation['lines'][number];
    const wanted = said instanceof RegExp ? { is: said } : said;
    const isPiped = one.behind.startsWith(' | resale ');
    const screen = isPiped ? await resale(one.line, place) : await typeLine(one, wanted, place, stdin);
    stdin = isPiped ? screen.stdout : undefined;
    expect([one.line, screen.exitCode, screenOf(screen)]).toEqual([
      one.line,
      wanted.ends ?? 0,
      expect.stringMatching(wanted.shows ?? /(?:)/),
    ]);
    for (const site of made.get(one.line) ?? []) typedFrom.add(site);
  }
};

const tables = { errors, runs, feeds, conversations, sandboxes };

describe.each(Object.entries(tables))(
  'lines that messages propose, typed as they stand: %s',
  (_, situations) => {
    it.each(Object.entries(situations))('%s', async (_, situation) => {
      const place = await situation.in();
      const shown = shownOn(await screenIn(situation, place));
      expect(shown.map(({ line }) => line)).toEqual(
        situation.lines.map((line) => expect.stringMatching(line instanceof RegExp ? line : line.is)),
      );
      await place.afterwards?.();
      await typeAll(shown, situation.lines, place);
    });
  },
);

/** The sources, save the file that makes all lines. */
const sources = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== join('words', 'resale-line.ts'))
    .map((path) => [path, readFileSync(join('src', path), 'utf8')]),
);

const commandWords = [...tree.map(({ name }) => name), 'help', '--?\\w'].join('|');

/** Every place in the sources that makes a line for somebody to type. */
const sites = [...sources].flatMap(([path, text]) =>
  text
    .split('\n')
    .flatMap((text, row) =>
      /^\s*(?:\/?\*|\/\/)/.test(text)
        ? []
        : [...text.matchAll(/\b(?:resaleLine|lineAgain|runLine|here)(?=\()/g)].map(
            ({ index }) => `src/${path}:${row + 1}:${index + 1}`,
          ),
    ),
);

it('each place that makes a line has a situation in which it is shown and typed', () => {
  expect(sites.filter((site) => !typedFrom.has(site))).toEqual([]);
  expect([...typedFrom].filter((site) => !sites.includes(site))).toEqual([]);
});

/** What a help screen says of a command, which test/docs/examples.test.ts types: its examples, and what comes next. */
const inHelp = /\b(?:details|line|next):\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`\n]*`)/g;

/** Lines that are examples all the same, and the name of a file's format. */
const noMessages = ['commands/completion/script.ts', 'sandbox/state/state-file.ts'];

it('no message writes a line by hand', () => {
  const lines = [...sources]
    .filter(([path]) => !/^docs\/(?!help)/.test(path) && !noMessages.includes(path))
    .flatMap(([path, text]) =>
      (path.startsWith('commands/') ? text.replace(inHelp, '') : text)
        .split('\n')
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
        .filter((line) => new RegExp(`['"\`>( ]resale (?:${commandWords})\\b`).test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(lines).toEqual([]);
});
