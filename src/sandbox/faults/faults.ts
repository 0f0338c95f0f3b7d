import { FaultSpecError } from '../errors.ts';

export const faultKinds = [
  'reset',
  'lost-answer',
  '500',
  '429',
  'slow',
  'truncate',
  'repeated',
  '403',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const faultMeanings: Readonly<Record<FaultKind, string>> = {
  reset: 'the connection breaks, and nothing is carried out',
  'lost-answer': 'the request is carried out, and the connection ends without an answer',
  '500': 'a server error, before or after the request was carried out',
  '429': 'too many requests; says to try again in a second',
  slow: 'an answer that takes two seconds',
  truncate: 'half an answer with the length of the whole',
  repeated:
    'a PUT is carried out twice, as behind a gateway that loses the first answer and delivers again; the second answer is sent',
  '403': 'the request is refused, and nothing is carried out',
};

export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

export const isFaultKind = (text: string): text is FaultKind =>
  (faultKinds as readonly string[]).includes(text);

/** `'reset=2%,500=5%'` → `{ reset: 0.02, '500': 0.05 }`. Throws a FaultSpecError for anything else. */
export const parseFaults = (spec: string): FaultRates => {
  const percents: Partial<Record<FaultKind, number>> = {};
  for (const part of spec.split(',')) {
    const [name = '', rate, ...rest] = part.split('=').map((text) => text.trim());
    if (!isFaultKind(name))
      throw new FaultSpecError(`There is no fault "${name}"; the faults are ${faultKinds.join(', ')}.`);
    if (percents[name] !== undefined) throw new FaultSpecError(`The fault ${name} is named twice.`);
    const percent = rest.length === 0 ? /^(\d{1,9}(?:\.\d{1,9})?)%$/.exec(rate ?? '')?.[1] : undefined;
    if (percent === undefined || Number(percent) > 100)
      throw new FaultSpecError(`The fault ${name} needs a rate from 0% to 100%, such as ${name}=5%.`);
    percents[name] = Number(percent);
  }
  const sum = Object.values(percents).reduce((total, percent) => total + percent, 0);
  // In binary, rates such as 33.3 % do not add up exactly.
  if (sum > 100 + 1e-9)
    throw new FaultSpecError(`The rates of the faults add up to ${+sum.toFixed(6)}%, more than 100%.`);
  return Object.fromEntries(Object.entries(percents).map(([name, percent]) => [name, percent / 100]));
};
