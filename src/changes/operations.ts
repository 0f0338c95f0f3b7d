import { grade } from './grade.ts';
import { inventoryAdjust } from './inventory-adjust.ts';
import { inventorySet } from './inventory-set.ts';
import { listingsClose } from './listings-close.ts';
import { listingsCreate } from './listings-create.ts';
import type { Operation } from './operation.ts';

/** Every operation there is. */
export const operations: readonly Operation[] = [
  inventorySet,
  inventoryAdjust,
  listingsClose,
  listingsCreate,
  grade,
];

/** The operation of a name, as a run keeps it; undefined where this version has none of that name. */
export const operationNamed = (name: string): Operation | undefined =>
  operations.find((operation) => operation.name === name);
