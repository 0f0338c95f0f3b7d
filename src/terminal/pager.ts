import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { usage } from '../failure/kinds.ts';
import { guarded, type Io, type Output, write } from './io.ts';

/** Sends what is longer than the screen through the program that PAGER names. Without PAGER or a terminal, nothing changes. */
export const pagedOutput = (screen: Output, { env, ending }: Pick<Io, 'env' | 'ending'>): Output => {
  const command = env.PAGER?.trim();
  if (!screen.isTTY || !command || command === 'cat') return screen;
  let held = '';
  let program: ChildProcess | undefined;
  const start = (): void => {
    // As git and gh do: less ends by itself after one screen, passes colours on, and leaves the text on the screen.
    const environment = { LESS: 'FRX', LV: '-c', ...env };
    program = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: environment });
    ending.addEventListener('abort', () => program?.kill());
    if (program.stdin) guarded(program.stdin);
    screen.isCovered = true;
  };
  const paged = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      if (program === undefined) {
        held += text;
        if (held.split('\n').length <= (screen.rows ?? Number.POSITIVE_INFINITY)) return done();
        start();
      }
      program?.stdin?.write(held || text, done);
      held = '';
    },
  });
  const untilRead = async (): Promise<void> => {
    if (program === undefined) {
      await write(screen, held);
      held = '';
      return;
    }
    program.stdin?.end();
    if (program.exitCode === null && program.signalCode === null) await once(program, 'close');
    screen.isCovered = false;
    // The shell found no such program, or could not run it.
    if (program.exitCode === 127 || program.exitCode === 126)
      throw usage(
        `PAGER can't be run: ${command}`,
        'Set PAGER to a program such as less, or to cat for none.',
        { exit: 'missing', inWords: 'Nothing was shown.' },
      );
  };
  return Object.assign(guarded(paged as Output), { isTTY: true, columns: screen.columns, untilRead });
};
