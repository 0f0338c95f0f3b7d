import { command } from '../../cli/command.ts';
import { sandboxFlags, sandboxOptions } from '../../cli/sandbox/flags.ts';
import { withFreshSandbox } from '../../cli/sandbox/fresh-sandbox.ts';
import type { Sandbox } from '../../sandbox/options.ts';
import { type Io, write } from '../../terminal/io.ts';
import { shellWord } from '../../words/shell-word.ts';

/** What the steps refer to. */
interface Scene extends Sandbox {
  /** The listing that the first step created. */
  created: string;
}

interface Step {
  says: string;
  /** The arguments after `resale`. */
  line: (scene: Scene) => readonly string[];
  /** What is piped into it. */
  input?: string;
}

const steps: readonly Step[] = [
  {
    says: 'List an item whose product the commerce platform knows by its SKU',
    line: ({ shopId, sku }) => [
      ...[
        'listings',
        'create',
        '--shop-id',
        shopId,
        '--condition',
        'good',
        '--source',
        'sku',
        '--product-id',
        sku,
      ],
      ...['--external-id', 'A-1001', '--image', 'https://images.example/a-1001.jpg front view', '-o', 'json'],
    ],
  },
  {
    says: 'List an item that the platform does not know, from your own description',
    line: ({ shopId }) => [
      ...['listings', 'create', '--shop-id', shopId, '--condition', 'excellent', '--title', 'Wool coat'],
      ...['--category', 'Coats', '--option', 'colour=navy', '--original-price', '12900'],
      ...['--image', 'https://images.example/coat.jpg', '-o', 'json'],
    ],
  },
  {
    says: 'See what is on sale',
    line: () => ['listings', 'list', '--state', 'open', '--limit', '5', '-o', 'table'],
  },
  { says: 'Look at one listing', line: ({ created }) => ['listings', 'get', created, '-o', 'table'] },
  {
    says: 'Set its inventory, unless somebody changed it meanwhile',
    line: ({ created }) => ['inventory', 'set', created, '5', '--expect', '1', '-o', 'table'],
  },
  {
    says: 'Two were sold elsewhere',
    line: ({ created }) => ['inventory', 'adjust', created, '-2', '-o', 'table'],
  },
  {
    says: 'Change many at once, from a CSV file or, as here, from a pipe',
    line: () => ['inventory', 'set', '--from', '-', '--concurrency', '1', '-o', 'table'],
    input: 'externalIdentifier,quantity\nRETURN-000001,7\nRETURN-000002,9\nRETURN-000004,1\n',
  },
  { says: 'Close it', line: ({ created }) => ['listings', 'close', created, '--yes', '-o', 'table'] },
  {
    says: 'Grade a returned item',
    line: () => [
      ...['grade', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20', '--condition', 'minor-defect'],
      ...['--notes', 'loose button', '-o', 'table'],
    ],
  },
  {
    says: 'Look up a shop by the domain of its store',
    line: ({ domain }) => ['shops', 'lookup', domain, '-o', 'table'],
  },
  {
    says: 'Check the product feed against its description, and count it',
    line: () => ['feed', 'fetch', '--check', '-o', 'json'],
  },
  { says: 'Look at its first products', line: () => ['feed', 'fetch', '-o', 'table'] },
];

export const demo = command({
  local: true,
  details: 'Starts a fresh sandbox, runs real commands against it, and shows each with its output.',
  arguments: {},
  flags: sandboxFlags,
  examples: [
    { does: 'The tour', line: 'resale sandbox demo' },
    { does: 'On a larger feed', line: 'resale sandbox demo --products 5000' },
    { does: 'Commands only, without remarks', line: 'resale sandbox demo --quiet' },
  ],
  next: 'resale sandbox start',
  async run({ io, settings }, { flags }) {
    await withFreshSandbox(io, await sandboxOptions(flags), async (environment, sandbox) => {
      const scene: Scene = { ...sandbox, created: '' };
      for (const [index, { says, line, input }] of steps.entries()) {
        const words = line(scene);
        if (!settings.quiet) await write(io.stdout, `${index === 0 ? '' : '\n'}# ${says}\n`);
        const typed = `$ resale ${words.map(shellWord).join(' ')}`;
        await write(io.stdout, input === undefined ? `${typed}\n` : `${typed} <<'ROWS'\n${input}ROWS\n`);
        const said = await runStep(words, input, environment, io);
        if (index === 0) scene.created = (JSON.parse(said) as { id: string }).id;
      }
      if (!settings.quiet)
        await write(
          io.stdout,
          '\nThat was a sandbox, and it is gone now. To try things yourself, start one: resale sandbox start\n',
        );
    });
    return { kind: 'nothing' };
  },
});

/** Runs this tool in a separate process, and shows what it prints. A step that fails ends the tour. */
const runStep = async (
  words: readonly string[],
  input: string | undefined,
  environment: Record<string, string>,
  io: Io,
): Promise<string> => {
  const { execa } = await import('execa');
  const [file, ...before] = io.self;
  const { stdout, stderr } = await execa(file, [...before, ...words], {
    cwd: io.cwd,
    env: { ...io.env, ...environment, COLUMNS: String(io.stdout.columns ?? 100) },
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    cancelSignal: io.interruption,
  }).catch((error) => {
    io.interruption.throwIfAborted();
    throw error;
  });
  await write(io.stdout, `${[stdout, stderr].filter(Boolean).join('\n')}\n`);
  return stdout;
};
