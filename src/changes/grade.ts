import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import type { Graded, Grading } from '../service/grading.ts';
import { UnknownOutcome } from './errors.ts';

/** Grades the items of one shipment with one request. Grades can't be read back, so a lost answer is an unknown outcome. */
export const gradeItems = async (client: Client, shipment: Grading): Promise<Graded> => {
  try {
    return await client.call('gradeItems', { body: shipment });
  } catch (error) {
    if (!(error instanceof CallError) || error.attempt !== 'ambiguous') throw error;
    const items = `${shipment.items.length} item${shipment.items.length === 1 ? '' : 's'}`;
    throw new UnknownOutcome(`Grading ${items}`, `${error.facts.detail}; the service does not tell grades`, {
      cause: error,
    });
  }
};
