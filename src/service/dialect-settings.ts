import * as z from 'zod/mini';

/**
 * How a deployment's names are told apart from the neutral ones: the word that stands for Service, the one that stands
 * for Commerce, and single names, such as `query.pageSize`, that stand before what these two make of them.
 */
export const dialectSettings = z.looseObject({
  serviceName: z.optional(z.string()),
  commerceName: z.optional(z.string()),
  names: z.optional(z.record(z.string(), z.string())),
});
export type DialectSettings = z.infer<typeof dialectSettings>;
