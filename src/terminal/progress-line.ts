/** How far a job has got. */
export interface Amount {
  done: number;
  /** Of how many; undefined if that is not known. */
  total?: number | undefined;
  /** What else to show, each in a few words: `3 refused`. */
  notes?: readonly string[] | undefined;
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

/** One line that says how far a job has got, with a bar if there is room for one; never wider than `width`. */
export const progressLine = (pace: Pace, width: number, blocks: boolean): string => {
  const share = shareOf(pace);
  const spinner = share === undefined ? ['|', '/', '-', '\\'][pace.tick % 4] : undefined;
  const facts = [spinner, ...factsOf(pace, share)].filter(Boolean);
  while (facts.length > 1 && pace.label.length + 2 + facts.join('  ').length > width) facts.pop();
  const told = facts.join('  ');
  const room = Math.min(widestBar, width - pace.label.length - told.length - 4);
  const bar = share !== undefined && room >= narrowestBar ? [drawn(share, room, blocks)] : [];
  return [pace.label, ...bar, told].join('  ').slice(0, width);
};

/** The same as a line of a log. */
export const progressSentence = (pace: Pace): string =>
  `${pace.label}: ${factsOf(pace, shareOf(pace)).join(', ')}`;

/** The facts, those that matter most first. */
const factsOf = (pace: Pace, share: number | undefined): string[] => {
  const { done, total, unit, rate, notes = [] } = pace;
  const percent = share === undefined ? [] : [`${Math.floor(share * 100)}%`];
  const count = total === undefined ? amount(done, unit) : `${part(done, unit)} of ${amount(total, unit)}`;
  const speed = rate === undefined ? [] : [`${amount(rate, unit)}/s`];
  const left = rate && total !== undefined && total > done ? [`${duration((total - done) / rate)} left`] : [];
  return [...percent, count, ...notes, ...speed, ...left];
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
const amount = (count: number, unit: string): string => {
  if (unit !== 'bytes') return `${grouped(count)} ${unit}`;
  const power = Math.min(multiples.length - 1, Math.floor(Math.log10(Math.max(1, Math.round(count))) / 3));
  const scaled = count / 1000 ** power;
  const digits = power === 0 || scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${multiples[power]}`;
};

/** `75` → `1 min 15 s`. */
const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const hours = Math.floor(whole / 3600);
  return hours < 100 ? `${hours} h ${Math.floor((whole % 3600) / 60)} min` : 'days';
};
