import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exitCodes } from '../../failure/codes.ts';
import type { Interrupted } from '../../failure/failure.ts';
import { a } from '../../json/schema.ts';
import { changesMachine, command, readsMachine } from '../../line/command.ts';
import { fileToWrite, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { UsageFault } from '../../line/flags/values.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { acceptedCredentials, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox-options.ts';
import { formats } from '../../terminal/formats.ts';
import { write } from '../../terminal/io.ts';
import { messageOn } from '../../terminal/message.ts';
import { canRedraw } from '../../terminal/progress.ts';
import { colorLevel } from '../../terminal/screen.ts';
import { counted } from '../../words/counted.ts';
import { linesHere, resaleLine, shellWord } from '../../words/resale-line.ts';
import { outdateLocalFeeds } from '../feed/newest-feed.ts';
import { sandboxFlags, sandboxNeeds, sandboxOptions } from './sandbox-flags.ts';

const announced = ['baseUrl', 'page', 'clientId', 'apiKey', 'shopId', 'domain', 'sku'];

const defaultPort = Number(new URL(sandboxProfile.baseUrl).port);

export const start = command({
  local: true,
  details:
    'Runs until it is stopped, and logs each request on stderr. In a browser it shows its shop, the requests as they come, and faults and limits to switch on. The profile named sandbox reaches it without any setup. It starts with the same shops, products and listings every time.',
  effect: readsMachine,
  effectWith: { '--keep': changesMachine },
  answer: {
    prints: a.object(
      {
        ...Object.fromEntries(announced.map((name) => [name, a.text])),
        rate: a.number,
        burst: a.integer,
        serviceName: a.text,
        commerceName: a.text,
        names: a.mapOf(a.text),
      },
      'rate',
      'burst',
      'serviceName',
      'commerceName',
      'names',
    ),
  },
  flags: {
    port: {
      ...wholeNumber('PORT', 'Port of the API; feed files are served on the next one; 0 for any free ports', {
        min: 0,
        max: 65_534,
      }),
      default: defaultPort,
    },
    keep: fileToWrite('Keep the listings in a file, and start from what is in it'),
    ...sandboxFlags,
  },
  examples: [
    { does: 'Start it; use it from another terminal', line: 'resale sandbox start' },
    { does: 'A large feed', line: 'resale sandbox start --products 200000' },
    { does: 'A new feed each minute', line: 'resale sandbox start --feed-every 60' },
    {
      does: 'A service with names of its own',
      line: 'resale sandbox start --service-name Acme --commerce-name Mart',
    },
    { does: 'A service with a limit', line: 'resale sandbox start --rate 100/s --burst 20' },
    { does: 'A service with faults', line: "resale sandbox start --faults '500=5%,429=10%,lost-answer=2%'" },
  ],
  next: 'resale --profile sandbox listings list',
  needs: sandboxNeeds,
  check: async ({ io }, { flags: { keep } }) =>
    keep === undefined ? [] : placeFaults(resolve(io.cwd, keep)),
  async run(invocation, { flags }) {
    const { io, settings } = invocation;
    const { logLine } = await import('./log-line.ts');
    const { drawingOn } = await import('../../terminal/drawing.ts');
    const drawing = drawingOn(io.stderr, io, colorLevel(io.stderr, io.env, settings.noColor));
    const { startSandbox } = await import('../../sandbox/serve-sandbox.ts');
    if (flags.listings !== undefined && flags.keep !== undefined && existsSync(resolve(io.cwd, flags.keep)))
      invocation.warn(`${flags.keep} has its listings already: --listings changes nothing.`);
    const options: SandboxOptions = {
      ...sandboxOptions(flags),
      port: flags.port ?? defaultPort,
      ...(flags.keep === undefined ? {} : { stateFile: resolve(io.cwd, flags.keep) }),
      onRequest: (entry) => {
        if (settings.quiet) return;
        io.stderr.write(`${logLine(entry, new Date(), drawing)}\n`);
      },
      onFeed: () => outdateLocalFeeds(invocation, sandbox.baseUrl, acceptedCredentials.clientId, 'expire'),
    };
    const sandbox = await startSandbox(options);
    const { current } = await (await invocation.store()).read();
    const way = wayTo(sandbox, options, current);
    const isGreeted = formats[invocation.format()].isDrawn;
    const text = isGreeted
      ? `${messageOn(io.stdout, greeting(sandbox, options, way, flags.faults))}\n`
      : `${JSON.stringify(facts(sandbox, options))}\n`;
    try {
      // A cached feed would be taken for this sandbox's until the next quarter past the hour.
      await outdateLocalFeeds(invocation, sandbox.baseUrl, acceptedCredentials.clientId, 'clear');
      await write(io.stdout, text);
      if (!io.interruption.aborted) await once(io.interruption, 'abort');
    } finally {
      await sandbox.close();
    }
    const reason = io.interruption.reason as Interrupted;
    // The greeting announced that Ctrl-C stops it.
    if (!isGreeted || reason.signal !== 'SIGINT') throw reason;
    const kept = options.stateFile
      ? `its listings are kept in ${options.stateFile}`
      : 'its listings are gone';
    // In place of the ^C that the terminal shows.
    if (canRedraw(io)) io.stderr.write('\r\x1b[K');
    invocation.warn(`The sandbox has stopped; ${kept}.`);
    io.dieOf?.(reason.signal);
    return { kind: 'nothing', exitCode: exitCodes.interrupted };
  },
});

/** Checked at the start: otherwise an unusable path would fail only at the first change. */
const placeFaults = async (path: string): Promise<UsageFault[]> => {
  const name = '--keep';
  const [file, folder] = await Promise.all(
    [path, dirname(path)].map((at) => stat(at).catch(() => undefined)),
  );
  if (file && !file.isFile()) return [{ name, message: `must name a file, which ${path} is not` }];
  if (!folder?.isDirectory()) return [{ name, message: `must be in a folder that exists, unlike ${path}` }];
  return [];
};

const facts = ({ baseUrl, shopId, domain, sku, page }: Sandbox, { limit, dialect }: SandboxOptions) => ({
  baseUrl,
  ...acceptedCredentials,
  shopId,
  domain,
  sku,
  page,
  ...(limit === undefined ? {} : { rate: limit.perSecond, burst: limit.burst }),
  ...dialect,
});

const greeting = (
  sandbox: Sandbox,
  options: SandboxOptions,
  way: ReturnType<typeof wayTo>,
  faults: string | undefined,
): string => {
  const { baseUrl, clientId, apiKey, shopId, domain, sku, page } = facts(sandbox, options);
  const { feedEveryMs } = options;
  const clock =
    feedEveryMs === undefined
      ? 'at a quarter past each hour'
      : `every ${counted(feedEveryMs / 1000, 'second')}`;
  const tries = ['listings list', 'listings create', 'feed stats'].map((words) => way.here(words));
  return `The sandbox is running. Ctrl-C stops it.

  Base URL   ${baseUrl}
  Client id  ${clientId}
  API key    ${apiKey}
  Shop       ${shopId}, whose store is ${domain}
  A SKU      ${sku}
  Shop page  ${page}
  New feeds  ${clock}${faults === undefined ? '' : `\n  Faults     ${faults}`}

In another terminal:

${[...way.first, ...tries].map((line) => `  ${line}\n`).join('')}`;
};

/** How to reach the sandbox from another terminal: what to type first, and what makes the lines after it. */
const wayTo = ({ baseUrl }: Sandbox, { dialect, port }: SandboxOptions, current: string | undefined) => {
  if (dialect === undefined)
    return {
      first: [],
      here: linesHere({
        profile: current === sandboxProfile.name ? undefined : sandboxProfile.name,
        baseUrl: port === defaultPort ? undefined : baseUrl,
      }),
    };
  // The profile named sandbox knows the neutral names only.
  const { serviceName, commerceName } = dialect;
  const { clientId, apiKey } = acceptedCredentials;
  const add = resaleLine('profiles add', ['local'], {
    clientId,
    apiKeyStdin: true,
    baseUrl,
    serviceName,
    commerceName,
  });
  return { first: [`echo ${shellWord(apiKey)} | ${add}`], here: linesHere({ profile: 'local' }) };
};
