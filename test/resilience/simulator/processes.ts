import type { Process } from './machine/interface.ts';

/** When a process made the folder of a run last. Undefined if it never did. */
export const madeAt = ({ folders }: Process, run: string): number | undefined =>
  [...folders].find(([path]) => path.endsWith(`/runs/${run}`))?.[1];

/** It said that it could not write down what became of its rows. */
export const failed = (process: Process | undefined): boolean =>
  /journal-failed|can't be written/.test(process?.stderr ?? '');
