import { NotRows } from '../input/errors.ts';
import { judgeHeads } from '../input/heads.ts';
import type { Input } from '../input/input.ts';
import type { Operation, OperationName, OperationOptions } from '../operation.ts';
import { createOperation } from './create.ts';
import { gradeOperation } from './grade.ts';
import { adjustOperation, closeOperation, plannedOperation, setOperation } from './inventory.ts';

/** How the rows of an input are understood. Where its columns are none that the operation knows, throws `NotRows`. */
export const makeOperation = (
  name: OperationName,
  input: Input,
  options: Omit<OperationOptions, 'isCsv'>,
): Operation => {
  const make = input.plan ? plannedOperation(name) : operations[name];
  const operation = make({ ...options, isCsv: input.format === 'csv' });
  const [first] = judgeHeads(input.columns ?? [], operation, options);
  if (first)
    throw new NotRows(
      input.path,
      `its column ${first.column}, ${JSON.stringify(first.name)}, ${first.message}`,
    );
  return operation;
};

const operations: Record<OperationName, (options: OperationOptions) => Operation> = {
  'inventory set': setOperation,
  'inventory adjust': adjustOperation,
  'listings close': closeOperation,
  'listings create': createOperation,
  grade: gradeOperation,
};
