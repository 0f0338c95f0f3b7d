import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { directoryOf } from '../../src/runs/folder/directory.ts';
import { isOwnRunName } from '../../src/runs/folder/run-names.ts';
import { lockRun } from '../../src/runs/journal/lock.ts';
import { parseFaults } from '../../src/sandbox/faults/spec.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import type { Listing } from '../../src/service/listing-schemas.ts';
import { leapingClock } from '../support/clock.ts';
import { testDialect } from '../support/dialect.ts';
import type { Answer } from '../support/feed-host.ts';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { killed } from '../support/relayed.ts';
import { resale, sandboxed, words } from '../support/resale.ts';
import { homeFolder } from '../support/temporary-folder.ts';
import { followed, proposed } from './proposed.ts';
import { type Scene, type Step, screenOf } from './transcript.ts';

/** When every scene begins; each of its lines is typed a second after the one before. */
const began = new Date('2026-11-21T12:05:01Z');

/** Where the service of a scene is, as it is typed and shown. */
const shownUrl = 'http://127.0.0.1:4141';

/** Whatever has a deadline has missed it: so a scene does not depend on what else runs on this machine. */
const lateClock = { ...leapingClock(), deadline: () => AbortSignal.abort() };

/** Plays a scene in a shop and a folder of its own, in an environment, and returns it with what really came. */
export const played = async (scene: Scene, env: Record<string, string> = {}): Promise<Scene> => {
  vi.setSystemTime(began);
  const { shop, home, relay, weather } = await begun(scene);
  let stop = new AbortController();
  const press = () => stop.abort(new Interrupted('SIGINT'));
  let runs: string[] = [];
  const there = (line: string) =>
    line
      .replaceAll(shownUrl, relay.url)
      .replace(/\b(\d{8}-\d{6})-4f2a\b/g, (name, at) => runs.find((run) => run.startsWith(at)) ?? name);
  const said = scene.steps[0]?.before ?? [];
  const unset = said.flatMap((line) => (line.startsWith('unset ') ? words(line).slice(1) : []));
  const fill = said.flatMap((line) => (line.startsWith('fill ') ? words(line).slice(1) : []));
  const steps: Step[] = [];
  for (const step of scene.steps) {
    await writeFiles(step.before.map(there), home);
    const type = (line: string, stop: AbortController) =>
      typed(
        { ...step, line },
        home,
        { ...shop.env, ...env, RESALE_BASE_URL: relay.url },
        unset,
        said.includes('late') ? lateClock : leapingClock(),
        stop.signal,
      );
    // What is about runs is done by another process of the same user, the rest by somebody else.
    const meanwhile = (line: string): Promise<unknown> =>
      line.startsWith('runs ')
        ? type(`resale ${line}`, new AbortController())
        : resale(line, { env: shop.env });
    weather.push(
      ...step.before
        .filter((line) => line.startsWith('< '))
        .map((line) => readWeather(there(line), meanwhile, press)),
    );
    stop = new AbortController();
    const release = await disturbed(step.before.map(there), home);
    const from = relay.exchanges.length;
    const { exitCode, screen } =
      (await looked(step.line, join(home, 'stock'))) ?? (await type(there(step.line), stop));
    await release();
    // Who gave up on a request may be gone before it has ended.
    while (relay.exchanges.length < relay.lines.length) await setImmediate();
    const requests = counted(relay.exchanges.slice(from).map((exchange) => `> ${exchange}`));
    const isQuiet = screen.length + requests.length === 0;
    const facts = [...requests, ...(exitCode !== 0 || isQuiet ? [`exit ${exitCode}`] : [])];
    runs = await readdir(join(home, 'state', 'runs')).catch(() => []);
    const settled = settling([relay.url, shop.baseUrl, shop.feedOrigin, home], runs);
    if (step === scene.steps.at(-1)) {
      // Somebody who types what is proposed meets fair weather.
      weather.length = 0;
      facts.push(...(await followed(proposed(screen, fill), step.line, type)));
    }
    steps.push({ ...step, screen: screen.map(settled), facts: facts.map(settled) });
    // Names of runs end with the milliseconds of their start.
    vi.setSystemTime(Date.now() + 1001);
  }
  return { ...scene, steps };
};

/** Starts the shop of a scene, with somebody at its door who counts what comes in, and can tamper with it. */
const begun = async (scene: Scene) => {
  const said = scene.steps[0]?.before ?? [];
  const [setting = ''] = said.filter((line) => line.startsWith('sandbox '));
  const listings = said.filter((line) => line.startsWith('listing ')).map(readListing);
  const shop = await sandboxed({
    products: 12,
    listings: listings.length > 0 ? listings : 6,
    ...optionsOf(setting),
  });
  const home = homeFolder();
  await mkdir(join(home, 'stock'));
  const weather: Weather[] = [];
  const relay = await startRelay(shop.baseUrl, (method, _before, path) => {
    const at = weather.findIndex((one) => ['*', method].includes(one.method) && one.path.test(path));
    const [next] = at < 0 ? [] : weather[at]?.isLasting ? [weather[at]] : weather.splice(at, 1);
    return next?.meddling;
  });
  return { shop, home, relay, weather };
};

/** `sandbox --products 3 --faults 'lost-answer=100%'` → the options. */
const optionsOf = (setting: string): Partial<SandboxOptions> => {
  const options: Partial<SandboxOptions> = {};
  const given = words(setting).slice(1);
  for (let flag = given.shift(); flag !== undefined; flag = given.shift()) {
    if (flag === '--reopens') {
      options.reopens = true;
      continue;
    }
    const value = given.shift() ?? '';
    if (flag === '--products') options.products = Number(value);
    else if (flag === '--listings') options.listings = Number(value);
    else if (flag === '--faults') Object.assign(options, parseFaults(value));
    else if (flag === '--dialect') options.dialect = JSON.parse(value);
    else throw new Error(`A transcript's sandbox has no ${flag}.`);
  }
  return options;
};

/** `listing A 5 condition=GOOD` → a listing with the external identifier and the SKU A, of which there are five. */
const readListing = (line: string): Partial<Listing> => {
  const [, name = '', quantity, ...more] = words(line);
  const given = Object.fromEntries(more.map((one) => one.split('=')));
  return { externalIdentifier: name, sku: name, availableInventory: Number(quantity), ...given };
};

interface Weather {
  method: string;
  path: RegExp;
  isLasting: boolean;
  meddling: Meddling;
}

/** Does what a line says while another one waits for its answer. */
type Meanwhile = (line: string) => Promise<unknown>;

/** `< PUT /v1/listings/…/inventory 409 {"error":"no"}` → what becomes of the next such request, or of all behind `< always`. */
const readWeather = (line: string, meanwhile: Meanwhile, press: () => void): Weather => {
  const [, lasting, method = '', path = '', stops, what = '', rest = ''] =
    /^< (always )?(\S+) (\S+)( \^C)?(?: (\S+)(?: (.*))?)?$/.exec(line) ?? [];
  const pattern = path.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return {
    method,
    path: new RegExp(`^${pattern.join('.*')}$`),
    isLasting: lasting !== undefined,
    meddling: { ...(stops ? { first: press } : {}), ...meddlingOf(what, rest, meanwhile) },
  };
};

const meddlingOf = (what: string, rest: string, meanwhile: Meanwhile): Meddling => {
  if (what === '') return {};
  if (what === 'never-comes') return { instead: hangUp };
  if (what === 'answer-lost') return { afterwards: hangUp };
  if (what === 'twice') return { twice: Number(rest) };
  if (what === 'first') return { first: () => meanwhile(rest) };
  const [, status, isDone] = /^(\d{3})(,done)?$/.exec(what) ?? [];
  if (status !== undefined) {
    const [, headers = '', body] = /^((?:[a-z-]+=\S+ ?)*)(.*)$/s.exec(rest) ?? [];
    const answer: Answer = (response) =>
      response
        .writeHead(Number(status), {
          'content-type': 'application/json',
          date: new Date().toUTCString(),
          ...Object.fromEntries(words(headers).map((word) => word.split(/=(.*)/s).slice(0, 2))),
        })
        .end(body);
    return isDone ? { afterwards: answer } : { instead: answer };
  }
  throw new Error(`What is the weather '${what}'?`);
};

/** What happened to the process of a run: `killed a 2`, `dead a`, `busy a`. */
const disturbed = async (before: readonly string[], home: string) => {
  const held: (() => Promise<void>)[] = [];
  for (const line of before) {
    const [, what, run = '', row] = /^(killed|dead|busy) (\S+)(?: (\d+))?$/.exec(line) ?? [];
    const directory = directoryOf(join(home, 'state'), run);
    if (what === 'killed') await killed({ cwd: home }, run, row === undefined ? undefined : Number(row));
    if (what === 'dead') await mkdir(directory.lock, { recursive: true });
    if (what === 'busy') held.push((await lockRun(directory)).release);
  }
  return async () => {
    for (const release of held) await release();
  };
};

/** Writes the files that stand before a step: `-- name --`, and the lines up to a blank one. */
const writeFiles = async (before: readonly string[], home: string) => {
  const lines = [...before];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name] = /^-- (.+) --$/.exec(line) ?? [];
    if (name === undefined) {
      if (/^(?!$|# |< |late$|killed |dead |busy |sandbox |listing |unset |fill )/.test(line))
        throw new Error(`What is this line? ${line}`);
      continue;
    }
    const text = lines.splice(0, lines.indexOf(''));
    const path = join(home, 'stock', name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text.map((one) => `${one}\n`).join(''), { mode: 0o600 });
  }
};

/** What `cat FILE` and `ls` show. */
const looked = async (line: string, folder: string) => {
  const [, file] = /^cat (.+)$/.exec(line) ?? [];
  if (file === undefined && line !== 'ls') return;
  const text =
    file === undefined
      ? (await readdir(folder)).sort().join('\n')
      : await readFile(join(folder, file), 'utf8');
  return { exitCode: 0, screen: screenOf([{ on: 'stdout', text }]) };
};

/** What `grep` leaves of a text: the lines that match, or with -v the others. */
const grepped = (text: string, [how, pattern]: readonly string[]): string =>
  text
    .split(/(?<=\n)/)
    .filter((line) => new RegExp(pattern ?? '').test(line) !== (how === '-v'))
    .join('');

/** Types a line: `NAME=value … resale … <<< 'typed or piped in' < file | cat`, or `| grep -E 'a pattern'`. */
const typed = async (
  { line, columns }: Step,
  home: string,
  given: Record<string, string>,
  unset: readonly string[],
  clock: Clock,
  interruption: AbortSignal,
) => {
  const [isLine, assigned = '', command = '', input, file, piped, ...grep] =
    /^((?:[A-Z_]+=\S* )*)resale(?: (.*?))??(?: <<< '([^']*)'| < (\S+))?( \| cat| \| grep (-[Ev]) '([^']*)')?$/s.exec(
      line,
    ) ?? [];
  if (isLine === undefined) throw new Error(`This is no line of a transcript: ${line}`);
  const printed: { on: 'stdout' | 'stderr'; text: string }[] = [];
  const text =
    file === undefined ? input?.replaceAll('\\n', '\n') : await readFile(join(home, 'stock', file), 'utf8');
  const said =
    text === undefined
      ? {}
      : columns === undefined || file !== undefined || command.includes('--from -')
        ? { stdin: text }
        : { answers: text?.split('\n') ?? [] };
  const print = (on: 'stdout' | 'stderr') => (text: string) => {
    if (text !== '') printed.push({ on, text });
  };
  const env = {
    RESALE_PROFILE: testDialect ? '' : 'sandbox',
    RESALE_CONFIG_DIR: join(home, 'config'),
    RESALE_STATE_DIR: join(home, 'state'),
    RESALE_CACHE_DIR: join(home, 'cache'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    ...given,
  };
  const kept = Object.entries(env).filter(([name]) => !unset.includes(name));
  const more = words(assigned).map((word) => word.replace('/home/maria', home).split(/=(.*)/s).slice(0, 2));
  const { exitCode } = await resale(command, {
    cwd: join(home, 'stock'),
    clock,
    interruption,
    env: Object.fromEntries([...kept, ...more]),
    ...(columns === undefined ? {} : { terminal: columns }),
    ...(piped === undefined ? {} : { pipes: 'stdout' as const }),
    ...said,
    onStdout: (text) => print('stdout')(grep[1] === undefined ? text : grepped(text, grep)),
    onStderr: print('stderr'),
  });
  return { exitCode, screen: screenOf(printed) };
};

/** What a terminal shows of an answer: nothing if it is not to be seen. */
/** Equal lines in a row as one, with how many they are. */
const counted = (lines: readonly string[]): string[] => {
  const runs: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line} × ${times}`));
};

/** Replaces what differs from run to run. */
export const settling = (
  [url = '', behind = '', feed = '', home = '']: readonly string[],
  runs: readonly string[],
) => {
  const names: (readonly [string | RegExp, string])[] = [
    [url, shownUrl],
    [new URL(url).host, '127.0.0.1:4141'],
    [`port ${new URL(url).port},`, 'port 4141,'],
    [behind, shownUrl],
    [feed, 'http://127.0.0.1:4142'],
    [home, '/home/maria'],
    [`Process ${process.pid} on ${hostname()}`, 'Process 4711 on lager-pc'],
    [/\bdialect(?= \(http|$)/g, 'sandbox'],
    [/\b(\d{8}-\d{6})-[0-9a-f]{4}\b/g, '$1-4f2a'],
    // By itself, or behind a time; `0000` in an identifier and `COAT-0042` are no runs.
    ...runs
      .filter(isOwnRunName)
      .map((run) => [new RegExp(`(?<!(?<!\\d{6})-)\\b${run.slice(-4)}\\b(?!-)`, 'g'), '4f2a'] as const),
    [/(?<=T\d\d:\d\d:\d\d\.)0\d\d(?=Z)/g, '000'],
    [/(?<=\b(?:resale(?:\/| {12}|",.*"found":")|tool":"))\d+\.\d+\.\d+/g, '1.0.0'],
    [/\bNode \d+\.\d+\.\d+/g, 'Node 20.20.2'],
    // A wait has some chance in it.
    [/(?<=Trying again in \d+\.)\d(?= s)/g, '0'],
    [/\bwithin \d s of/g, 'within 1 s of'],
    [/(?<=\b(?:answered(?: 200)?|port \d+,) in )\d+(?= ms)/g, '9'],
    [/(?<="milliseconds": )\d+/g, '0'],
    // The checksum of a plan, which says where the service is.
    [/(?<="sum":")[0-9a-f]{64}/g, 'SUM'],
    // A cursor of the sandbox: a number in base64.
    [/(?<=\bafter[= ])[MNO][\w-]{5,}/g, 'CURSOR'],
    [/(?<="requestId": ?")[^"]+/g, 'r-1'],
  ];
  return (line: string) => names.reduce((text, [actual, instead]) => text.replaceAll(actual, instead), line);
};
