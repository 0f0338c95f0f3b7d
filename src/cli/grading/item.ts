import type { FlagValues } from '../../flags/values.ts';
import type { GradedItem } from '../../service/grading.ts';
import { constantOf } from '../../service/typed-values.ts';
import type { gradingFlags } from './flags.ts';

/** An item as the service takes it, from what was said of it. With `noCheck` its condition goes as it was typed. */
export const itemOf = (id: string, said: FlagValues<typeof gradingFlags>, noCheck: boolean): GradedItem => ({
  id,
  condition: noCheck ? (said.condition as string) : constantOf(said.condition as string),
  ...(said.notes === undefined ? {} : { notes: said.notes }),
  ...(said.image === undefined ? {} : { images: said.image }),
});
