import { Failure } from './failure.ts';

/** What a person calls it. */
const words = {
  SIGINT: 'Ctrl-C',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'SIGHUP: the terminal was closed',
} as const;

const exits = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const;

/** The tool was asked to stop by a signal. */
export class Interrupted extends Failure {
  constructor(readonly signal: keyof typeof exits) {
    super(`stopped by ${words[signal]}`, { code: 'interrupted', exit: exits[signal], deliberate: true });
  }
}
