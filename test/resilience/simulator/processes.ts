import type { Process } from './machine/interface.ts';

/** Whether a process made the folder of a run. */
export const made = ({ folders }: Process, run: string): boolean =>
  folders.some((path) => path.endsWith(`/runs/${run}`));

/** It said that it could not write down what became of its rows. */
export const failed = (process: Process | undefined): boolean =>
  /journal-failed|can't be written/.test(process?.stderr ?? '');
