import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { machine } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';
import { ctrlC, ctrlD, scriptInTerminal } from '../../support/terminal.ts';

const external = 'RETURN-000001';
const rows = `printf 'externalIdentifier,quantity\\n${external},77\\n'`;
const set = 'resale inventory set --from - -o ndjson';
const question = '? (y/N)';
/** What a script says behind the tool: how it ended, and that the terminal is as it was, in lines and with an echo. */
const after = 'echo "ended $?"; stty -a | grep -o -E "[-]?(icanon|echo)\\b" | tr "\\n" " "';
const asItWas = 'icanon echo';

/** Runs a script in a terminal that stays open behind it: of one that is closed, the last words may be missing. */
const run = (script: string, how: Parameters<typeof scriptInTerminal>[1]) =>
  scriptInTerminal(`${script}; read -r _`, how);

const open = async () => {
  const sandbox = await sandboxed({ listings: 3 });
  const changes = () => sandbox.requests.filter((request) => !request.startsWith('GET '));
  const columns = 100;
  return { ...sandbox, changes, how: { env: sandbox.env, columns } };
};

describe('rows through a pipe at a terminal', () => {
  test.each([
    ['a pipe, and Ctrl-C', `${rows} | ${set}`, ctrlC, 130],
    ['a file', `${rows} > rows.csv; ${set.replace('--from -', '--from /dev/stdin')} < rows.csv`, ctrlD, 2],
  ])('are asked about before anything is changed: %s', async (_, script, key, exitCode) => {
    const { changes, how } = await open();
    const terminal = run(`${script}; ${after}`, how);
    await terminal.asks(question);
    expect(changes()).toEqual([]);
    terminal.type(key);
    await terminal.shows(asItWas);
    expect(terminal.text()).toContain(`ended ${exitCode}`);
    expect([changes(), terminal.cursorIsShown()]).toEqual([[], true]);
  });

  it('leave what is typed behind the answer to the program after it', async () => {
    const { changes, how } = await open();
    const terminal = run(`${rows} | ${set}; echo reading; read -r line; echo "got $line"`, how);
    await terminal.answer(question, 'y');
    await terminal.shows('reading');
    terminal.type('for the shell\r');
    await terminal.shows('got for the shell');
    expect(changes()).toHaveLength(1);
  });
});

describe('nobody is asked, and the rows are applied as in any script', () => {
  test.each([
    ['where the question would end up in a log', `${rows} | ${set} 2> log`],
    ['in a session without a terminal', `${rows} | setsid -w ${set}`],
    ['in the background of a shell', `set -m; { ${rows} | ${set}; } & wait $!`],
    [
      'with rows from a file and another stdin',
      `${rows} > rows.csv; true | ${set.replace(' - ', ' rows.csv ')}`,
    ],
  ])('%s', async (_, script) => {
    const { changes, how } = await open();
    const terminal = run(`${script}; echo "ended $?"`, how);
    await terminal.shows('ended 0');
    expect(changes()).toHaveLength(1);
    expect(terminal.text()).not.toContain('(y/N)');
  });
});

describe('a single change whose stdin is something else', () => {
  const close = `echo ${external} | xargs resale listings close -o ndjson`;

  it('asks at the terminal before it closes a listing', async () => {
    const { changes, how } = await open();
    const terminal = run(`${close}; ${after}`, how);
    await terminal.shows(question);
    // What is neither yes nor no is gone, and the line is empty for the next word.
    terminal.type('maybe\r');
    await terminal.shows('> Type y for yes or n for no.');
    expect(changes()).toEqual([]);
    terminal.type('y\r');
    await terminal.shows(asItWas);
    expect([changes().length, terminal.text()]).toEqual([1, expect.stringContaining('ended 0')]);
  });

  it('and is refused without a yes where nobody can be asked', async () => {
    const { changes, how } = await open();
    const terminal = run(`${close.replace('xargs', 'xargs setsid -w')}; echo "ended $?"`, how);
    await terminal.shows(/ended \d/);
    expect([changes(), terminal.text()]).toEqual([[], expect.stringContaining('--yes')]);
  });

  it('a command says what is missing: its stdin belongs to a script', async () => {
    const { how } = await open();
    const terminal = run('echo x | resale listings create; echo "ended $?"', how);
    await terminal.shows('ended 2');
    expect(terminal.text()).toContain('--condition is missing');
  });

  it('profiles add asks for the rest, and takes the key from the pipe', async () => {
    const { baseUrl, how } = await open();
    const on = machine();
    const key = 'a-key-from-the-pipe';
    const terminal = run(`echo ${key} | resale profiles add live --api-key-stdin; ${after}`, {
      columns: 120,
      on,
      env: {},
    });
    await terminal.answer('Base URL of the service:', baseUrl);
    await terminal.answer('Client id:', how.env.RESALE_CLIENT_ID ?? '');
    await terminal.answer('Default shop (Enter for none):', '');
    await terminal.answer('Currency of its prices, such as EUR (Enter for none):', '');
    await terminal.shows('The service refused it (403)');
    await terminal.shows(asItWas);
    const kept = JSON.parse(readFileSync(join(on.home, '.config/resale/credentials.json'), 'utf8'));
    expect(kept.profiles.live).toEqual({ origin: baseUrl, apiKey: key });
    expect(terminal.raw()).not.toContain(key);
  });
});
