import { FaultSpecError } from '../errors.ts';

/** How the service's own answer is sent. */
export type Manner = 'as usual' | 'late' | 'half' | 'in drops';

export interface OtherAnswer {
  status: 403 | 404 | 429 | 500;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A thing that can go wrong with a request on purpose. */
type Fault = {
  /** What it does, as help and the page say it. */
  meaning: string;
  /** What it can happen to. The feed's files are downloads, from another host; only updates of an inventory are delivered again. */
  meets: 'requests' | 'requests and downloads' | 'updates';
} & (
  | {
      /** How often the request is carried out before its connection ends, or another answer is sent. */
      carriedOut: 0 | 1 | 'by chance';
      answer: { ends: 'reset' | 'closed' } | { instead: OtherAnswer };
    }
  | { carriedOut: 1; answer: { own: Exclude<Manner, 'as usual'> } }
  | { carriedOut: 2; answer: { own: 'as usual' } }
);

/** As nginx answers with `error_page 502 =404 /…`, or an ingress while its service is replaced. */
const gatewayPage: OtherAnswer = {
  status: 404,
  headers: { 'Content-Type': 'text/html', Server: 'nginx' },
  body: `<html>
<head><title>404 Not Found</title></head>
<body>
<center><h1>404 Not Found</h1></center>
<hr><center>nginx</center>
</body>
</html>
`,
};

/** Which of them a request meets depends on their order, so a new one comes last: then earlier seeds still bring the same faults. */
export const faultKinds = [
  'reset',
  'lost-answer',
  '500',
  '429',
  'slow',
  'truncate',
  'repeated',
  '403',
  'gateway-page',
  'slow-body',
] as const;
export type FaultKind = (typeof faultKinds)[number];

const refusal = (status: OtherAnswer['status'], error: string, headers = {}): OtherAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ error }),
});

export const faultTable: Readonly<Record<FaultKind, Fault>> = {
  reset: {
    meaning: 'the connection breaks, and nothing is carried out',
    meets: 'requests and downloads',
    carriedOut: 0,
    answer: { ends: 'reset' },
  },
  'lost-answer': {
    meaning: 'the request is carried out, and the connection ends without an answer',
    meets: 'requests',
    carriedOut: 1,
    answer: { ends: 'closed' },
  },
  '500': {
    meaning: 'a server error, before or after the request was carried out',
    meets: 'requests and downloads',
    carriedOut: 'by chance',
    answer: { instead: refusal(500, 'An injected fault.') },
  },
  '429': {
    meaning: 'too many requests; says to try again in a second',
    meets: 'requests',
    carriedOut: 0,
    answer: { instead: refusal(429, 'Too many requests (an injected fault).', { 'Retry-After': '1' }) },
  },
  slow: {
    meaning: 'an answer that takes two seconds',
    meets: 'requests and downloads',
    carriedOut: 1,
    answer: { own: 'late' },
  },
  truncate: {
    meaning: 'half an answer with the length of the whole',
    meets: 'requests and downloads',
    carriedOut: 1,
    answer: { own: 'half' },
  },
  repeated: {
    meaning:
      'a PUT is carried out twice, as behind a gateway that loses the first answer and delivers again; the second answer is sent',
    meets: 'updates',
    carriedOut: 2,
    answer: { own: 'as usual' },
  },
  '403': {
    meaning: 'the request is refused, and nothing is carried out',
    meets: 'requests',
    carriedOut: 0,
    answer: { instead: refusal(403, 'This is not allowed (an injected fault).') },
  },
  'gateway-page': {
    meaning:
      "a gateway's own page with the status 404, which says nothing of the service, before or after the request was carried out",
    meets: 'requests',
    carriedOut: 'by chance',
    answer: { instead: gatewayPage },
  },
  'slow-body': {
    meaning: 'the head of an answer at once, and its body drop by drop, whole after two seconds',
    meets: 'requests and downloads',
    carriedOut: 1,
    answer: { own: 'in drops' },
  },
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
