import { Failure } from './failure.ts';

const exits = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const;

/** The tool was asked to stop by a signal. */
export class Interrupted extends Failure {
  constructor(readonly signal: keyof typeof exits) {
    super(`stopped by ${signal}`, { code: 'interrupted', exit: exits[signal] });
  }
}
