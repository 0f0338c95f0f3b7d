import { CallError } from '../../client/errors.ts';

/** Whether the service said that it knows no such listing. A 404 without its error body comes from somewhere else. */
export const isUnknownListing = (error: unknown): boolean =>
  error instanceof CallError && error.facts.status === 404 && error.facts.serviceMessage !== undefined;
