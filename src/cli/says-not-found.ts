import { CallError } from '../client/errors.ts';

/** Whether the service said that what was named is not there. A 404 without its error body comes from somewhere else. */
export const saysNotFound = (error: unknown): boolean =>
  error instanceof CallError && error.facts.status === 404 && error.facts.serviceMessage !== undefined;
