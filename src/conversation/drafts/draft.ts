import * as z from 'zod/mini';

/** For each flag the texts that would be typed for it; empty where nothing was wanted. */
const texts = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** What was answered to questions so far, and what became of it. It holds no credentials. */
export const draft = z.object({
  version: z.literal(1),
  /** When it was last written, as an ISO date. */
  at: z.iso.datetime(),
  /** `open` while it is being answered, `sent` from the moment before its request leaves, `refused` by the service. */
  state: z.enum(['open', 'sent', 'refused']),
  /** The items of a shipment that are answered in full; `answers` are those of the next one then. */
  items: z.exactOptional(z.array(texts)),
  answers: texts,
  /** What is offered as answers to the questions that are still to come. */
  defaults: texts,
  /** The flag whose texts were being asked for, one after the other. */
  unfinished: z.exactOptional(z.string()),
});
export type Draft = z.infer<typeof draft>;
