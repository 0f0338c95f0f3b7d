/** What the tool said became of a row. */
export interface Told {
  line: number;
  id: string | null;
  outcome: string;
  before: number | null;
  after: number | null;
  error: { code: string; message: string } | null;
}

/** The records that a process printed. The last one may be cut where it was killed. */
export const toldBy = (stdout: string): Told[] => {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Told);
};
