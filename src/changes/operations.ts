import { grade } from './grade.ts';
import { inventoryAdjust } from './inventory-adjust.ts';
import { inventorySet } from './inventory-set.ts';
import { listingsClose } from './listings-close.ts';
import { listingsCreate } from './listings-create.ts';
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [
  inventorySet,
  inventoryAdjust,
  listingsClose,
  listingsCreate,
  grade,
];

/** Finds the operation of a recorded run by its name; undefined if this version has none of that name. */
export const operationNamed = (name: string): Operation | undefined =>
  operations.find((operation) => operation.name === name);
