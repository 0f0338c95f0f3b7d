import { Failure } from '../../failure/failure.ts';
import { defined } from '../../json/defined.ts';
import { faultKinds, faultTable, isFaultKind } from '../fault-kinds.ts';
import type { FaultSettings } from '../sandbox-options.ts';

export class FaultSpecError extends Failure {
  constructor(message: string) {
    super(message, { code: 'usage', exit: 'usage' });
  }
}

/** The lag of reads, which is no fault of a single request. */
export const lag = {
  name: 'lag',
  most: 60_000,
  meaning:
    'reads show listings as they were that long before, as a lagging replica would; changes act on the current values',
} as const;

/** All faults by name, with their meanings. */
export const namedFaults: readonly (readonly [name: string, meaning: string])[] = [
  ...faultKinds.map((kind) => [kind, faultTable[kind].meaning] as const),
  [lag.name, lag.meaning],
];

/** `'reset=2%,500=5%,lag=150ms'` → `{ faults: { reset: 0.02, '500': 0.05 }, lagMs: 150 }`. Throws a FaultSpecError for anything else. */
export const parseFaults = (spec: string): FaultSettings => {
  const amounts = new Map<string, number>();
  for (const part of spec.split(',')) {
    const [name = '', amount = '', ...rest] = part.split('=').map((text) => text.trim());
    const read = amountOf(name, rest.length === 0 ? amount : '');
    if (amounts.has(name)) throw new FaultSpecError(`The fault ${name} is named twice.`);
    amounts.set(name, read);
  }
  const { [lag.name]: lagMs, ...percents } = Object.fromEntries(amounts);
  const sum = Object.values(percents).reduce((total, percent) => total + percent, 0);
  // In binary, rates such as 33.3 % do not add up exactly.
  if (sum > 100 + 1e-9)
    throw new FaultSpecError(`The rates of the faults add up to ${+sum.toFixed(6)}%, more than 100%.`);
  const faults = Object.fromEntries(Object.entries(percents).map(([name, percent]) => [name, percent / 100]));
  return defined({ faults, lagMs });
};

/** `'5%'` → 5; for the lag `'150ms'` → 150. */
const amountOf = (name: string, amount: string): number => {
  if (name === lag.name) {
    const milliseconds = /^(\d{1,9})ms$/.exec(amount)?.[1];
    if (milliseconds === undefined || Number(milliseconds) > lag.most)
      throw new FaultSpecError(`The fault lag needs a time from 0ms to ${lag.most}ms, such as lag=150ms.`);
    return Number(milliseconds);
  }
  if (!isFaultKind(name))
    throw new FaultSpecError(
      `There is no fault "${name}"; the faults are ${namedFaults.map(([known]) => known).join(', ')}.`,
    );
  const percent = /^(\d{1,9}(?:\.\d{1,9})?)%$/.exec(amount)?.[1];
  if (percent === undefined || Number(percent) > 100)
    throw new FaultSpecError(`The fault ${name} needs a rate from 0% to 100%, such as ${name}=5%.`);
  return Number(percent);
};
