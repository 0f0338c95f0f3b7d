import { z } from 'zod';

/**
 * How a deployment's names are told apart from the neutral ones: the word that stands for Service, the one that stands
 * for Commerce, and single names, such as `query.pageSize`, that stand before what these two make of them.
 */
export const dialectSettings = z.looseObject({
  serviceName: z.string().optional(),
  commerceName: z.string().optional(),
  names: z.record(z.string(), z.string()).optional(),
});
export type DialectSettings = z.infer<typeof dialectSettings>;
