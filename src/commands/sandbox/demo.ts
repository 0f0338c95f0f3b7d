import { Readable, Writable } from 'node:stream';
import { command, readsMachine } from '../../line/command.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { Sandbox } from '../../sandbox/sandbox-options.ts';
import { guarded, type Io, type Output, someoneIsThere, write } from '../../terminal/io.ts';
import { messageOn } from '../../terminal/message.ts';
import { screenWidth } from '../../terminal/screen.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { withFreshSandbox } from './fresh-sandbox.ts';
import { sandboxFlags, sandboxOptions } from './sandbox-flags.ts';

export const demo = command({
  local: true,
  details:
    'Starts a fresh sandbox, runs real commands against it, and shows each with its output. At a terminal it stops after each screen.',
  effect: readsMachine,
  flags: sandboxFlags,
  examples: [
    { does: 'The tour', line: 'resale sandbox demo' },
    { does: 'On a larger feed', line: 'resale sandbox demo --products 5000' },
    { does: 'Commands only, without remarks and stops', line: 'resale sandbox demo --quiet' },
  ],
  next: 'resale sandbox start',
  async run(invocation, { flags }) {
    const exitCode = await withFreshSandbox(invocation, sandboxOptions(flags), (environment, sandbox) =>
      showTour(invocation, environment, sandbox),
    );
    return { kind: 'nothing', exitCode };
  },
});

/** A screen of the tour: a sentence, and command lines with their output. */
interface Screen {
  says: string;
  lines: (sandbox: Sandbox) => readonly (readonly string[])[];
  input?: string;
}

const words = (line: string): string[] => line.split(' ');

const screens: readonly Screen[] = [
  {
    says: 'List an item whose product the commerce platform knows by its SKU',
    lines: ({ shopId, sku }) => [
      [
        ...words(`listings create --shop-id ${shopId} --condition good --source sku --product-id ${sku}`),
        ...words('--external-id A-1001 --image'),
        'https://images.example/a-1001.jpg front view',
      ],
    ],
  },
  {
    says: 'List an item that the platform does not know, as you describe it',
    lines: ({ shopId }) => [
      [
        ...words(`listings create --shop-id ${shopId} --condition excellent --title`),
        'Wool coat',
        ...words('--category Coats --option colour=navy --price 129.00'),
        ...words('--image https://images.example/coat.jpg'),
      ],
    ],
  },
  {
    says: 'See what is on sale, and one listing by the name that you gave it',
    lines: () => [words('listings list --state open --limit 5'), words('listings get A-1001')],
  },
  {
    says: 'Set its inventory, unless somebody changed it meanwhile; then two are sold elsewhere',
    lines: () => [words('inventory set A-1001 5 --expect 1'), words('inventory adjust A-1001 -2')],
  },
  {
    says: 'Change many at once, from a file of rows or, as here, from a pipe',
    lines: () => [words('inventory set --from - --yes')],
    input: 'externalIdentifier,quantity\nRETURN-000001,7\nRETURN-000002,9\nRETURN-000004,1\n',
  },
  {
    says: 'Close it: it is still there, but nobody can buy it any more',
    lines: () => [words('listings close A-1001 --yes'), words('listings get A-1001')],
  },
  {
    says: 'Grade a returned item, and look up the shop of a store',
    lines: ({ domain }) => [
      [
        ...words('grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition minor-defect --notes'),
        'loose button',
      ],
      words(`shops lookup ${domain}`),
    ],
  },
  {
    says: 'Check the feed of all products against its description, and count it',
    lines: () => [words('feed fetch --check')],
  },
  {
    says: 'Look at its first products',
    lines: () => [words('feed fetch')],
  },
];

const showTour = async (
  invocation: Invocation,
  environment: Record<string, string>,
  sandbox: Sandbox,
): Promise<number> => {
  const {
    io,
    settings: { quiet },
  } = invocation;
  const screen = screenOf(io, environment);
  const { isTTY = false, columns = 0 } = io.stdout;
  const comment = (text: string) =>
    messageOn({ isTTY, columns: columns - '# '.length }, text).replaceAll(/^/gm, '# ');
  const remark = (text: string) => (quiet ? undefined : write(io.stdout, text));
  for (const [index, { says, lines, input }] of screens.entries()) {
    if (index > 0 && !quiet && !(await goesOn(io))) break;
    await remark(`${index > 0 ? '\n' : ''}${comment(`${says} (${index + 1} of ${screens.length})`)}\n`);
    for (const line of lines(sandbox)) {
      const typed = `$ ${resaleLine('', line)}`;
      await write(io.stdout, input === undefined ? `${typed}\n` : `${typed} <<'ROWS'\n${input}ROWS\n`);
      const stdin = Readable.from(input === undefined ? [] : [Buffer.from(input)]);
      const exitCode = await invocation.run(line, { ...screen, stdin });
      io.interruption.throwIfAborted();
      if (exitCode !== 0) return exitCode;
    }
  }
  const end = `That was a sandbox, and it is gone now. To try things yourself:\n  ${resaleLine('sandbox exec', ['--', 'bash'])}`;
  await remark(`\n${messageOn(io.stdout, end)}\n`);
  return 0;
};

/** A terminal whose screen is stdout, even a pipe; nobody can be asked there, and no line is redrawn. */
const screenOf = ({ cwd, clock, self, interruption, ending, ...io }: Io, environment: Io['env']): Io => {
  const screen = Object.assign(
    guarded<Output>(
      new Writable({
        // The tour itself reports an interruption, once.
        write: (chunk, _, done) =>
          void (interruption.aborted ? done() : write(io.stdout, chunk).then(() => done(), done)),
      }),
    ),
    { isTTY: true, columns: screenWidth(io.stdout, io) },
  );
  const around = Object.entries(io.env).filter(([name]) => !/^(RESALE_.*|PAGER)$/.test(name));
  const plain = io.stdout.isTTY ? {} : { NO_COLOR: '1' };
  return {
    ...{ cwd, clock, self, interruption, ending },
    stdin: Readable.from([]),
    stdout: screen,
    stderr: screen,
    env: { ...Object.fromEntries(around), ...plain, CI: '1', ...environment },
  };
};

const goesOn = async (io: Io): Promise<boolean> => {
  if (!io.stdout.isTTY || !someoneIsThere(io) || !io.stdin.isTTY) return true;
  const { confirm } = await import('../../terminal/prompts/ask-whether.ts');
  return confirm(io, 'Continue?', true);
};
