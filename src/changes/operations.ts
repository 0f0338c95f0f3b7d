import { grade } from './grade-items.ts';
import { inventoryAdjust, inventorySet, listingsClose } from './inventory-operations.ts';
import { listingsCreate } from './listings-create.ts';
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [
  inventorySet,
  inventoryAdjust,
  listingsClose,
  listingsCreate,
  grade,
];

export const operationNamed = (name: string): Operation | undefined =>
  operations.find((operation) => operation.name === name);
