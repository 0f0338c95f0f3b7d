import { closeSync, openSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { env, getBuiltinModule, platform, ppid } from 'node:process';
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
 * Whether the process is to outlive its terminal: it was started by nohup, or by a program that ignores a hang-up itself, which
 * is inherited. What was inherited can't be asked any more: Node has set every signal back to its default by then. So a shell
 * that names nohup as what it started, or the parent's own signals (known only on Linux), stand for it.
 */
export const ignoresHangUp = (): boolean => {
  if (basename(env._ ?? '') === 'nohup') return true;
  if (platform !== 'linux') return false;
  try {
    const [, ignored = '0'] =
      /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'latin1')) ?? [];
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    // Its parent has ended, or may not be looked at.
    return false;
  }
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
