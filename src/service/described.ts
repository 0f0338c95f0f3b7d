import * as z from 'zod/mini';

/** The schema with a description, for the OpenAPI document. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  // A copy: the same schema may be used elsewhere with another description.
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
};
