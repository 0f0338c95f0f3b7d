import type { Invocation } from '../cli/invocation.ts';

/** Whether somebody wants to see what is sent before it is. */
export const hasReview = ({ settings }: Invocation): boolean => !settings.yes && !settings.dryRun;

/** Says before the first question that there is a way back from each. */
export const tellOfReview = (invocation: Invocation): void => {
  if (hasReview(invocation))
    invocation.note('You see it all before it is sent; each answer can still be changed then.');
};
