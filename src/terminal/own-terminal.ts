import { closeSync, openSync, readFileSync } from 'node:fs';
import { getBuiltinModule, platform } from 'node:process';
import type { ReadStream } from 'node:tty';

/** The terminal that the process belongs to, whatever its stdin is. */
export interface OwnTerminal {
  /** Whether there is one, and what is typed there can be read. */
  isThere(): boolean;
  /** Opens it to read what is typed. */
  open(): ReadStream;
  /** How wide it is now; undefined if there is none. */
  columns(): number | undefined;
}

const [device, screen] =
  platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty'];

export const ownTerminal: OwnTerminal = {
  isThere() {
    try {
      closeSync(openSync(device, 'r+'));
    } catch {
      // Whatever the reason is, nobody can be asked there.
      return false;
    }
    return !isInBackground();
  },
  open() {
    // Loaded only where it is needed: it brings along all that Node has for sockets.
    const { ReadStream } = getBuiltinModule('node:tty');
    return new ReadStream(openSync(device, 'r+'));
  },
  columns() {
    try {
      const { WriteStream } = getBuiltinModule('node:tty');
      const shown = new WriteStream(openSync(screen, 'r+'));
      const { columns } = shown;
      shown.destroy();
      return columns;
    } catch {
      return undefined;
    }
  },
};

/**
 * Whether a shell has put the process into the background: the system would stop it as soon as it reads from the terminal.
 * Known only on Linux, by the fifth and the eighth field: its process group, and the one in the foreground.
 */
const isInBackground = (): boolean => {
  if (platform !== 'linux') return false;
  const status = readFileSync('/proc/self/stat', 'latin1');
  const [, , group, , , foreground] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return Number(foreground) > 0 && group !== foreground;
};
