import * as z from 'zod/mini';
import { conditions } from './constants.ts';
import { described } from './endpoint.ts';
import { identifierSchema, image } from './listing-schemas.ts';

export const gradedItem = z.strictObject({
  id: described(identifierSchema, 'Identifier of the returned item'),
  // Any word: services grade with more of them than listings have.
  condition: described(
    z
      .string()
      .check(z.minLength(1))
      .register(z.globalRegistry, { examples: [...conditions] }),
    'The grade',
  ),
  notes: described(z.optional(z.string()), 'What the grader saw'),
  images: described(z.optional(z.array(image)), 'Pictures of the item'),
});
export type GradedItem = z.infer<typeof gradedItem>;

/** One shipment of returned items with their grades. No item appears in it twice. */
export const grading = z.strictObject({
  items: described(
    z.array(gradedItem).check(
      z.minLength(1),
      z.superRefine(
        (items: readonly Partial<GradedItem>[], context) => {
          const seen = new Set<string>();
          for (const [index, item] of items.entries()) {
            if (typeof item?.id !== 'string') continue;
            const id = item.id.toLowerCase();
            if (seen.has(id))
              context.addIssue({ code: 'custom', path: [index, 'id'], message: `appears twice: ${item.id}` });
            seen.add(id);
          }
        },
        // Checked even if an item breaks a rule, so that all broken rules can be named at once.
        { when: ({ value }) => Array.isArray(value) },
      ),
    ),
    'The items of one shipment, each once',
  ),
});
export type Grading = z.infer<typeof grading>;

/** An item as the service graded it. */
export const gradedAnswer = z.looseObject({
  id: described(z.optional(z.string()), 'Identifier of the returned item'),
  condition: described(z.nullish(z.string()).register(z.globalRegistry, { enum: conditions }), 'The grade'),
  notes: z.nullish(z.string()),
  images: z.nullish(z.array(z.looseObject({ url: z.string(), notes: z.nullish(z.string()) }))),
});

export const graded = z.looseObject({ items: z.array(gradedAnswer).check(z.minLength(1)) });
export type Graded = z.infer<typeof graded>;
