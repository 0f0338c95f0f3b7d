import type { GradedItem } from '../../service/grading.ts';
import type { FlagValues } from '../values.ts';
import type { gradingFlags } from './flags.ts';

/** An item as the service takes it, from what was said of it. */
export const itemOf = (id: string, said: FlagValues<typeof gradingFlags>): GradedItem => ({
  id,
  condition: said.condition as string,
  ...(said.notes === undefined ? {} : { notes: said.notes }),
  ...(said.image === undefined ? {} : { images: said.image }),
});
