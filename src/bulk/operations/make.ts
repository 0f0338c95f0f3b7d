import type { Input } from '../input/input.ts';
import { judgeInput } from '../input/judge.ts';
import type { Operation, OperationName, OperationOptions } from '../operation.ts';
import { createOperation } from './create.ts';
import { gradeOperation } from './grade.ts';
import { adjustOperation, closeOperation, plannedOperation, setOperation } from './inventory.ts';

/** How the rows of an input are understood. Where its columns are none that the operation knows, throws `WrongColumns`. */
export const makeOperation = (
  name: OperationName,
  input: Input,
  options: Omit<OperationOptions, 'isCsv'>,
): Operation => {
  const make = input.plan ? plannedOperation(name) : operations[name];
  const operation = make({ ...options, isCsv: input.format === 'csv' });
  judgeInput(input, operation, options.ignoreExtra);
  return operation;
};

const operations: Record<OperationName, (options: OperationOptions) => Operation> = {
  'inventory set': setOperation,
  'inventory adjust': adjustOperation,
  'listings close': closeOperation,
  'listings create': createOperation,
  grade: gradeOperation,
};
