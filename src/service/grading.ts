import { z } from 'zod';
import { identifier, image } from './listing.ts';
import { conditions, conditionWord } from './words.ts';

const gradedItem = z.looseObject({
  id: identifier.describe('Identifier of the returned item'),
  condition: z
    .string()
    .regex(conditionWord, `must be a word such as ${conditions.join(', ')}`)
    .meta({ examples: [...conditions] })
    .describe('The grade'),
  notes: z.string().optional().describe('What the grader saw'),
  images: z.array(image).optional().describe('Pictures of the item'),
});
export type GradedItem = z.infer<typeof gradedItem>;

/** One shipment of returned items with their grades. No item stands in it twice. */
export const grading = z.looseObject({
  items: z
    .array(gradedItem)
    .min(1)
    .superRefine(
      (items: readonly Partial<GradedItem>[], context) => {
        const seen = new Set<string>();
        for (const [index, item] of items.entries()) {
          if (typeof item?.id !== 'string') continue;
          const id = item.id.toLowerCase();
          if (seen.has(id))
            context.addIssue({ code: 'custom', path: [index, 'id'], message: `stands twice: ${item.id}` });
          seen.add(id);
        }
      },
      // Judged even where an item is at fault, so that all faults can be named at once.
      { when: ({ value }) => Array.isArray(value) },
    )
    .describe('The items of one shipment, each once'),
});
export type Grading = z.infer<typeof grading>;

/** The items as the service graded them. */
export const graded = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string().optional().describe('Identifier of the returned item'),
        condition: z.string().nullish().meta({ enum: conditions }).describe('The grade'),
        notes: z.string().nullish(),
        images: z.array(z.looseObject({ url: z.string(), notes: z.string().nullish() })).nullish(),
      }),
    )
    .min(1),
});
export type Graded = z.infer<typeof graded>;
