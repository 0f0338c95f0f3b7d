import { Failure } from '../failure/failure.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';

export class FaultSpecError extends Failure {
  constructor(message: string) {
    super(message, { code: 'usage', exit: 'usage' });
  }
}

/** The port after the one that was chosen, if there is such a one, is taken for the feed. */
export const portInUse = (port: number, chosen = port): Failure =>
  new Failure(portProblem(port, chosen), {
    code: 'usage',
    exit: 'failed',
    hint: proposal(
      'If that is a sandbox, use it. Otherwise choose another port with --port, or take any free one:',
      resaleLine('sandbox start', [], { port: '0' }),
    ),
  });

const portProblem = (port: number, chosen: number): string =>
  port === chosen
    ? `Port ${port} on 127.0.0.1 is in use by another program.`
    : `Port ${chosen} is free, but port ${port} on 127.0.0.1, which serves the feed beside it, is in use by another program.`;

/** The file that should hold the sandbox's listings holds something else. It is not touched. */
export const stateFileDamaged = (file: string): Failure =>
  new Failure(`${file} is not the state of a sandbox, or it is damaged`, {
    code: 'file-failed',
    exit: 'usage',
    hint: 'It was left as it is. Move it away to start afresh.',
  });
