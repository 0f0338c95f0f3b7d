import { once } from 'node:events';
import { Interrupted } from '../../failure/failure.ts';
import type { Sandbox } from '../../sandbox/options.ts';
import { type Io, someoneIsThere, write } from '../../terminal/io.ts';
import { canRedraw } from '../../terminal/progress.ts';
import { screenWidth } from '../../terminal/screen.ts';
import { resaleLine } from '../../words/resale-line.ts';
import type { Invocation } from '../invocation.ts';

/** What is shown at a time: a sentence, and command lines with what they print. */
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
    says: 'List an item that the platform does not know, from your own description',
    lines: ({ shopId }) => [
      [
        ...words(`listings create --shop-id ${shopId} --condition excellent --title`),
        'Wool coat',
        ...words('--category Coats --option colour=navy --original-price 12900'),
        ...words('--image https://images.example/coat.jpg'),
      ],
    ],
  },
  {
    says: 'See what is on sale, and one listing by the name that you gave it',
    lines: () => [words('listings list --state open --limit 5'), words('listings get --external-id A-1001')],
  },
  {
    says: 'Set its inventory, unless somebody changed it meanwhile; then two are sold elsewhere',
    lines: () => [
      words('inventory set --external-id A-1001 5 --expect 1'),
      words('inventory adjust --external-id A-1001 -2'),
    ],
  },
  {
    says: 'Change many at once, from a file of rows or, as here, from a pipe',
    lines: () => [words('inventory set --from - --concurrency 1')],
    input: 'externalIdentifier,quantity\nRETURN-000001,7\nRETURN-000002,9\nRETURN-000004,1\n',
  },
  {
    says: 'Close it: it is still there, but nobody can buy it any more',
    lines: () => [
      words('listings close --external-id A-1001 --yes'),
      words('listings get --external-id A-1001'),
    ],
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

export const showTour = async (
  { io, settings: { quiet } }: Invocation,
  environment: Record<string, string>,
  sandbox: Sandbox,
): Promise<void> => {
  const remark = (text: string) => (quiet ? undefined : write(io.stdout, text));
  for (const [index, { says, lines, input }] of screens.entries()) {
    if (index > 0 && !quiet && !(await goesOn(io))) break;
    await remark(`${index > 0 ? '\n' : ''}# ${says} (${index + 1} of ${screens.length})\n`);
    for (const line of lines(sandbox)) await show(line, input, environment, io);
  }
  await remark(
    `\nThat was a sandbox, and it is gone now. To look at one in a browser: ${resaleLine('sandbox start')}. To try things yourself: ${resaleLine('sandbox exec', ['--', 'bash'])}\n`,
  );
};

const goesOn = async (io: Io): Promise<boolean> => {
  if (!io.stdout.isTTY || !someoneIsThere(io) || !io.stdin.isTTY) return true;
  const ends = canRedraw(io) ? '\r\x1b[K' : '\n';
  // Keys are not echoed from here on, however early they are pressed.
  let pressed = keysPressed(io);
  io.stderr.write('Enter goes on, q leaves. ');
  try {
    for (;;) {
      const keys = await pressed;
      const [key = keys] = /[\r\n q]/i.exec(keys) ?? [];
      if (keys.includes('\u0003')) throw new Interrupted('SIGINT');
      if (/[\r\n ]/.test(key)) return true;
      if (/^q?$/i.test(key) || key === '\u0004') return false;
      pressed = keysPressed(io);
    }
  } finally {
    io.stderr.write(ends);
  }
};

/** The next key, or several that were pressed quickly; empty at the end of the input. */
const keysPressed = async ({ stdin, interruption }: Io): Promise<string> => {
  const settled = new AbortController();
  const signal = AbortSignal.any([interruption, settled.signal]);
  stdin.setRawMode?.(true);
  stdin.resume();
  try {
    return await Promise.race([
      once(stdin, 'data', { signal }).then(([keys]) => String(keys)),
      once(stdin, 'end', { signal }).then(() => ''),
    ]);
  } catch (error) {
    interruption.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
    stdin.setRawMode?.(false);
    stdin.pause();
  }
};

/** Shows a line as it would be typed, runs it in a process of its own, and shows its output. A line that fails ends the tour. */
const show = async (
  line: readonly string[],
  input: string | undefined,
  environment: Record<string, string>,
  io: Io,
): Promise<void> => {
  // In a pipe, a table is printed only if it is asked for.
  const asTable = ['-o', 'table'];
  const typed = `$ ${resaleLine('', [...line, ...(io.stdout.isTTY ? [] : asTable)])}`;
  await write(io.stdout, input === undefined ? `${typed}\n` : `${typed} <<'ROWS'\n${input}ROWS\n`);
  const { execa } = await import('execa');
  const [file, ...before] = io.self;
  const { stdout, stderr } = await execa(file, [...before, ...line, ...asTable], {
    cwd: io.cwd,
    env: { ...io.env, ...environment, COLUMNS: String(screenWidth(io.stdout, io)) },
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    cancelSignal: io.interruption,
  }).catch((error) => {
    io.interruption.throwIfAborted();
    throw error;
  });
  await write(io.stdout, `${[stdout, stderr].filter(Boolean).join('\n')}\n`);
};
