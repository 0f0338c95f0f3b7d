import { writeReason } from '../../disk/system-reason.ts';
import { UnwritableRows } from './errors.ts';

/** Runs what writes for `path`; a refusal of the system becomes an `UnwritableRows`. */
export const writing = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const reason = writeReason(error);
    throw reason ? new UnwritableRows(path, reason, { cause: error }) : error;
  }
};
