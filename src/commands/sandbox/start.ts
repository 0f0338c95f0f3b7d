import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { command } from '../../cli/command.ts';
import { dropLocalFeeds } from '../../cli/feed/cache.ts';
import { sandboxFaults, sandboxFlags, sandboxOptions } from '../../cli/sandbox/flags.ts';
import { file, wholeNumber } from '../../flags/value-kinds.ts';
import type { UsageFault } from '../../flags/values.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import type { RequestLogEntry } from '../../sandbox/doorkeeper.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/options.ts';
import { formats } from '../../terminal/formats.ts';
import { harmless } from '../../terminal/harmless.ts';
import { write } from '../../terminal/io.ts';
import { messageOn } from '../../terminal/message.ts';
import { shellWord } from '../../words/shell-word.ts';

const defaultPort = Number(new URL(sandboxProfile.baseUrl).port);

export const start = command({
  local: true,
  details:
    'Runs until it is stopped, and logs each request on stderr. The profile named sandbox reaches it without any setup. It begins with the same shops, products and listings every time.',
  arguments: {},
  flags: {
    port: {
      ...wholeNumber(
        'PORT',
        'Port of the API; the feed files are served on the next one; 0 for any free ones',
        {
          min: 0,
          max: 65_534,
        },
      ),
      default: defaultPort,
    },
    state: file('FILE', 'Keep the listings in a file, and begin with what it holds'),
    ...sandboxFlags,
  },
  examples: [
    { does: 'Start it; use it from another terminal', line: 'resale sandbox start' },
    { does: 'A large feed', line: 'resale sandbox start --products 200000' },
    {
      does: 'A service with names of its own',
      line: 'resale sandbox start --service-name Acme --commerce-name Mart',
    },
    { does: 'A service with a limit', line: 'resale sandbox start --rate 100/s --burst 20' },
    { does: 'A service on a bad day', line: "resale sandbox start --faults '500=5%,429=10%,lost-answer=2%'" },
  ],
  next: 'resale --profile sandbox listings list',
  check: async ({ io }, { flags }) => [
    ...sandboxFaults(flags),
    ...(flags.state === undefined ? [] : await stateFaults(resolve(io.cwd, flags.state))),
  ],
  async run(invocation, { flags }) {
    const { io, settings } = invocation;
    const { startSandbox } = await import('../../sandbox/sandbox.ts');
    const options: SandboxOptions = {
      ...(await sandboxOptions(flags)),
      port: flags.port ?? defaultPort,
      ...(flags.state === undefined ? {} : { stateFile: resolve(io.cwd, flags.state) }),
      onRequest: (entry) => {
        if (!settings.quiet) io.stderr.write(`${harmless(logLine(entry))}\n`);
      },
    };
    const sandbox = await startSandbox(options);
    const said = formats[invocation.format()].isDrawn
      ? `${messageOn(io.stdout, greeting(sandbox, options))}\n`
      : `${JSON.stringify(facts(sandbox, options))}\n`;
    try {
      // A cached feed would be taken for this sandbox's until the next quarter past the hour.
      await dropLocalFeeds(invocation, sandbox.baseUrl, options.credentials.clientId);
      await write(io.stdout, said);
      if (!io.interruption.aborted) await once(io.interruption, 'abort');
    } finally {
      await sandbox.close();
    }
    throw io.interruption.reason;
  },
});

/** Checked now: otherwise an unusable place would be noticed only at the first change. */
const stateFaults = async (path: string): Promise<UsageFault[]> => {
  const name = '--state';
  const [file, folder] = await Promise.all(
    [path, dirname(path)].map((at) => stat(at).catch(() => undefined)),
  );
  if (file && !file.isFile()) return [{ name, message: `must name a file, which ${path} is not` }];
  if (!folder?.isDirectory()) return [{ name, message: `must be in a folder that exists, unlike ${path}` }];
  return [];
};

const facts = (
  { baseUrl, shopId, domain, sku }: Sandbox,
  { credentials, limit, dialect }: SandboxOptions,
) => ({
  baseUrl,
  ...credentials,
  shopId,
  domain,
  sku,
  ...(limit === undefined ? {} : { rate: limit.perSecond, burst: limit.burst }),
  ...dialect,
});

const greeting = (sandbox: Sandbox, options: SandboxOptions): string => {
  const { baseUrl, clientId, apiKey, shopId, domain, sku } = facts(sandbox, options);
  return `The sandbox is running. Ctrl-C stops it.

  Base URL   ${baseUrl}
  Client id  ${clientId}
  API key    ${apiKey}
  Shop       ${shopId}, whose store is ${domain}
  A SKU      ${sku}

In another terminal:

${options.dialect === undefined ? inNeutralWords(baseUrl, options.port) : inDialect(baseUrl, options)}
`;
};

const inNeutralWords = (baseUrl: string, port: number | undefined): string =>
  `  resale --profile sandbox${port === defaultPort ? '' : ` --base-url ${baseUrl}`} listings list\n`;

/** The profile named sandbox knows the neutral names only. */
const inDialect = (baseUrl: string, { credentials, dialect = {} }: SandboxOptions): string => {
  const { serviceName, commerceName } = dialect;
  const words = [
    ...['--client-id', credentials.clientId, '--api-key-stdin', '--base-url', baseUrl],
    ...(serviceName === undefined ? [] : ['--service-name', serviceName]),
    ...(commerceName === undefined ? [] : ['--commerce-name', commerceName]),
  ];
  return `  echo ${shellWord(credentials.apiKey)} | resale profiles add local ${words.map(shellWord).join(' ')}
  resale --profile local listings list\n`;
};

const logLine = ({ method, path, status, milliseconds, fault, isLimited }: RequestLogEntry): string =>
  `${new Date().toISOString()} ${method} ${path} ${status} ${milliseconds.toFixed(0)} ms${fault ? ` (fault: ${fault})` : ''}${isLimited ? ' (limit of --rate)' : ''}`;
