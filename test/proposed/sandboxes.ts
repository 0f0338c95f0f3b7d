import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { changingTools } from '../../src/mcp/changes.ts';
import { readingTools } from '../../src/mcp/tools.ts';
import { shopPath } from '../../src/sandbox/page/paths.ts';
import { resale } from '../support/resale.ts';
import {
  afterRun,
  inSandbox,
  type Place,
  type Situation,
  where,
  withNothing,
  withShell,
} from './situation.ts';

/** Types a line that runs on, and returns what it shows once it shows `last`; it is stopped when the test is over. */
const runningOn =
  (line: string, last: string) =>
  async (place: Place): Promise<string> => {
    const stop = new AbortController();
    let shown = '';
    let ended: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      const see = (text: string) => {
        shown += text;
        if (shown.includes(last)) resolve();
      };
      ended = resale(line, {
        ...place,
        terminal: 1000,
        typed: '',
        onStdout: see,
        onStderr: see,
        interruption: stop.signal,
      });
    });
    onTestFinished(async () => {
      stop.abort(new Interrupted('SIGINT'));
      await ended;
    });
    return shown;
  };

/** Types a line that starts this shell, and goes on in its environment. */
const inShell = (line: string) => async (place: Place) => {
  const shell = join(place.cwd, 'bin/bash');
  let shown = '';
  const running = resale(line, {
    ...place,
    terminal: 1000,
    typed: '',
    onStderr: (text) => {
      shown += text;
    },
  });
  onTestFinished(async () => {
    await writeFile(`${shell}.off`, '');
    await running;
  });
  while (!(await stat(`${shell}.on`).catch(() => undefined))) await setTimeout(10);
  for (const [, name = '', value = ''] of (await readFile(`${shell}.env`, 'utf8')).matchAll(
    /^(RESALE_\w+)=(.*)$/gm,
  ))
    place.env[name] = value;
  return shown;
};

/** What is said about sandboxes, and to agents. */
export const sandboxes: Readonly<Record<string, Situation>> = {
  'a sandbox that was started': {
    in: withNothing,
    typed: runningOn('sandbox start --port 0', 'feed stats'),
    lines: [
      { is: /^listings list --profile sandbox --base-url \S+$/, shows: /open/i },
      { is: /^listings create --profile sandbox --base-url \S+$/, answers: '', ends: 2 },
      { is: /^feed stats --profile sandbox --base-url \S+$/, shows: /products/i },
    ],
  },
  'a sandbox with names of its own': {
    ...{
      in: withNothing,
      typed: runningOn('sandbox start --port 0 --service-name Acme --commerce-name Mart', 'feed stats'),
    },
    lines: [
      /^profiles add local --client-id \S+ --api-key-stdin --base-url \S+ --service-name Acme --commerce-name Mart$/,
      { is: /^listings list --profile local$/, shows: /open/i },
      { is: /^listings create --profile local$/, answers: '', ends: 2 },
      /^feed stats --profile local$/,
    ],
  },
  'a shell in a sandbox': {
    in: withShell,
    typed: inShell('sandbox exec -- bash'),
    lines: [
      { is: /^listings list$/, shows: /open/i },
      { is: /^listings create$/, answers: '', ends: 2 },
      /^feed stats$/,
    ],
  },
  'the end of the tour': {
    in: where(withShell, ({ cwd }) => writeFile(join(cwd, 'bin/bash.off'), '')),
    typed: 'sandbox demo',
    replies: [['Enter goes on', 'q']],
    lines: [{ is: /^listings create --shop-id .*/, ends: 4 }, /^sandbox exec -- bash$/],
  },
  'what agents are told of runs': {
    in: afterRun('stopped'),
    typed: () => `${readingTools.find(({ name }) => name === 'list_runs')?.description}\n`,
    lines: [{ is: /^runs resume RUN --profile PROFILE$/, fill: { PROFILE: 'live' } }],
  },
  'what agents are told of unknown rows': {
    in: afterRun('unknown'),
    typed: () =>
      `${changingTools()
        .map(({ description }) => description)
        .join('\n')}\n`,
    lines: [
      {
        is: /^runs resolve RUN --profile PROFILE$/,
        fill: { PROFILE: 'live' },
        ends: 2,
        shows: /What became of (?:it|them)/,
      },
    ],
  },
  'the page of a sandbox whose shop is empty': {
    in: () => inSandbox({ listings: 0 }),
    typed: async ({ env }) => (await fetch(`${env.RESALE_BASE_URL}${shopPath}`)).text(),
    lines: [{ is: /^listings create --profile sandbox --base-url \S+$/, answers: '', ends: 2 }],
  },
};
