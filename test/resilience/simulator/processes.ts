import type { Job } from './director.ts';
import { agreedByAgent } from './guests.ts';
import type { Process } from './machine/interface.ts';

/** Whether a process made the folder of a run. */
export const made = ({ folders }: Process, run: string): boolean =>
  folders.some((path) => path.endsWith(`/runs/${run}`));

/** It said that it could not write down what became of its rows. */
export const failed = (process: Process | undefined): boolean =>
  /journal-failed|can't be written/.test(process?.stderr ?? '');

/** How many listings a person or an agent saw that would be closed, and said yes to. */
export const agreed = ({ process: { start, stdout, stderr } }: Job): number =>
  start.converse
    ? agreedByAgent(stdout)
    : start.answers?.[0] === 'y'
      ? Number(/(\d+)\s+to close/.exec(stderr)?.[1] ?? 0)
      : 0;
