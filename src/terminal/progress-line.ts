/** What holds a job up, in words and in fewer words. */
export interface Limit {
  readonly said: string;
  readonly short: string;
  /** Nothing goes on until it is over: nobody knows how much time is left. */
  readonly holdsAll?: true;
}

/** How far a job has got. */
export interface Amount {
  done: number;
  /** Of how many; undefined if that is not known. */
  total?: number | undefined;
  /** What else to show, each in a few words: `3 refused`. */
  notes?: readonly string[] | undefined;
  /** What holds it up: `the service takes about 98 a second`. */
  limit?: Limit | undefined;
  /** What is being done now, if that is something else than the job's own label says. */
  label?: string;
}

/** An amount, with how it changed over time. */
export interface Pace extends Amount {
  label: string;
  /** `bytes`, or what is counted: `rows`. */
  unit: string;
  /** Units per second; undefined as long as nothing is known about it. */
  rate: number | undefined;
  /** Counts the redraws. */
  tick: number;
}

const widestBar = 30;
const narrowestBar = 8;
const gap = '  ';

/** The parts of a line, in their order on the screen. */
type Part = 'bar' | 'spinner' | 'percent' | 'count' | 'notes' | 'limit' | 'rate' | 'left';

/** The parts get their room in this order. */
const byWeight: readonly Part[] = ['spinner', 'count', 'notes', 'left', 'bar', 'limit', 'percent', 'rate'];

/** One line that says how far a job has got, with a bar if there is room for one; never wider than `width`. */
export const progressLine = (pace: Pace, width: number, blocks: boolean): string => {
  const share = shareOf(pace);
  const parts: Record<Part, string | undefined> = {
    bar: share === undefined ? undefined : drawn(share, narrowestBar, blocks),
    spinner: share === undefined ? ['|', '/', '-', '\\'][pace.tick % 4] : undefined,
    ...factsOf(pace, share),
  };
  let room = width - pace.label.length;
  const shown = new Set<Part>();
  for (const name of byWeight) {
    const fits = [parts[name], name === 'limit' ? pace.limit?.short : undefined].find(
      (text) => text !== undefined && gap.length + text.length <= room,
    );
    if (fits === undefined) continue;
    parts[name] = fits;
    shown.add(name);
    room -= gap.length + fits.length;
  }
  if (share !== undefined && shown.has('bar'))
    parts.bar = drawn(share, Math.min(widestBar, narrowestBar + room), blocks);
  const texts = Object.entries(parts).flatMap(([name, text]) => (shown.has(name as Part) ? [text] : []));
  return [pace.label, ...texts].join(gap).slice(0, width);
};

/** The same as a line of a log. */
export const progressSentence = (pace: Pace): string => {
  const facts = Object.values(factsOf(pace, shareOf(pace))).filter((fact) => fact !== undefined);
  return `${pace.label}: ${facts.join(', ').replaceAll(gap, ', ')}`;
};

const factsOf = (pace: Pace, share: number | undefined) => {
  const { done, total, unit, rate, notes = [], limit } = pace;
  return {
    percent: share === undefined ? undefined : `${Math.floor(share * 100)}%`,
    count: total === undefined ? amount(done, unit) : `${part(done, unit)} of ${amount(total, unit)}`,
    notes: notes.length > 0 ? notes.join(gap) : undefined,
    limit: limit?.said,
    rate: rate === undefined || done === 0 ? undefined : speed(rate, unit),
    left:
      rate && total !== undefined && total > done && !limit?.holdsAll
        ? `${duration((total - done) / rate)} left`
        : undefined,
  };
};

const shareOf = ({ done, total }: Amount): number | undefined =>
  total === undefined ? undefined : total > 0 ? Math.min(1, done / total) : 1;

const drawn = (share: number, width: number, blocks: boolean): string => {
  const full = Math.round(share * width);
  const [filled, empty] = blocks ? ['█', '░'] : ['#', '-'];
  return filled.repeat(full) + empty.repeat(width - full);
};

const multiples = ['bytes', 'kB', 'MB', 'GB', 'TB'];

const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

/** The amount before `of`: the unit is named only once, unless the two amounts are in different multiples of bytes. */
const part = (count: number, unit: string): string =>
  unit === 'bytes' ? amount(count, unit) : grouped(count);

/** `1234567 bytes` → `1.23 MB`, `12345 rows` → `12,345 rows`. */
export const amount = (count: number, unit: string): string => {
  if (unit !== 'bytes') return `${grouped(count)} ${Math.round(count) === 1 ? unit.replace(/s$/, '') : unit}`;
  const power = Math.min(multiples.length - 1, Math.floor(Math.log10(Math.max(1, Math.round(count))) / 3));
  const scaled = count / 1000 ** power;
  const digits = power === 0 || scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${multiples[power]}`;
};

/** `98 rows/s`; of less than one a second, how many a minute. Bytes that stand still are worth a word, rows only wait. */
const speed = (perSecond: number, unit: string): string | undefined => {
  if (unit === 'bytes' || perSecond >= 1) return `${amount(perSecond, unit)}/s`;
  return perSecond > 0 ? `${amount(perSecond * 60, unit)}/min` : undefined;
};

/** `75` → `1 min 15 s`. */
const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const hours = Math.floor(whole / 3600);
  return hours < 100 ? `${hours} h ${Math.floor((whole % 3600) / 60)} min` : 'days';
};
