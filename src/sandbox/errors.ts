import { Failure } from '../failure/failure.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';

export class FaultSpecError extends Failure {
  constructor(message: string) {
    super(message, { code: 'usage', exit: 'usage' });
  }
}

export const portInUse = (port: number): Failure =>
  new Failure(`Port ${port} on 127.0.0.1 is in use by another program.`, {
    code: 'port-in-use',
    exit: 'failed',
    hint: proposal(
      'If that is a sandbox, use it. Otherwise choose another port with --port, or take any free one:',
      resaleLine('sandbox start', [], { port: '0' }),
    ),
  });

/** The file that should hold the sandbox's listings holds something else. It is not touched. */
export const stateFileDamaged = (file: string): Failure =>
  new Failure(`${file} is not the state of a sandbox, or it is damaged`, {
    code: 'damaged-state',
    exit: 'usage',
    hint: 'It was left as it is. Move it away to start afresh.',
  });
