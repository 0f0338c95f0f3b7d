import { createInterface } from 'node:readline';
import type { Io } from '../../terminal/io.ts';

/** How soon a process notices that a shell has put it into the foreground again. */
const lookMs = 500;

/**
 * Calls back for each line that is typed at the terminal, until the function that it returns is called. Not while the process
 * is in the background: the system would stop it as soon as it reads what is typed for the shell.
 */
export const onTypedLine = (
  { stdin, terminal, onStop }: Pick<Io, 'stdin' | 'terminal' | 'onStop'>,
  act: (line: string) => void,
): (() => void) => {
  if (!stdin.isTTY) return () => {};
  let isOver = false;
  let stop: (() => void) | undefined;
  const look = () => {
    if (isOver) return;
    if (terminal?.isThere() === false) rest();
    else stop ??= listen();
  };
  const rest = () => {
    stop?.();
    stop = undefined;
  };
  const listen = () => {
    // Opened anew each time: a stream that was paused may never read again.
    const opened = terminal?.open();
    // A terminal that goes away says so by a signal.
    opened?.on('error', () => {});
    const lines = createInterface({ input: opened ?? stdin, terminal: false });
    lines.on('line', act);
    return () => {
      lines.close();
      opened?.destroy();
    };
  };
  look();
  // Nothing is open when a shell puts it into the background. Back in the foreground, one that was not stopped is told nothing.
  onStop?.(rest, look);
  const looking = setInterval(look, lookMs);
  return () => {
    isOver = true;
    clearInterval(looking);
    rest();
  };
};
