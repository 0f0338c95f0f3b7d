import { type CreationFlag, creationFlagNames } from './creation-answers.ts';

/** What is asked where the rules ask for it, in this order. */
export const inOrder: readonly CreationFlag[] = [
  'shopId',
  'source',
  'productId',
  'title',
  'category',
  'option',
  'originalPrice',
  'condition',
  'image',
];

/** What a listing can be without; a flag that is new in the payload is among them by itself. */
export const optional: readonly CreationFlag[] = creationFlagNames.filter(
  (name) => name === 'originalPrice' || !inOrder.includes(name),
);
