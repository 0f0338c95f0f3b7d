import type { Report } from '../../support/warehouse.ts';

/** The records that a process printed. The last one may be cut where it was killed. */
export const toldBy = (stdout: string): Report[] => {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Report);
};
