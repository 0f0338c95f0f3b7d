import * as z from 'zod/mini';

/** A schema with words for what it stands for. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  // A copy, since the same schema may stand elsewhere with other words.
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
};
