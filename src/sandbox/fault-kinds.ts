/** How the service's own answer is sent. */
export type Manner = 'as usual' | 'late' | 'half' | 'in drops';

export interface OtherAnswer {
  status: 403 | 404 | 429 | 500;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A fault that the sandbox can inject into a request. */
type Fault = {
  /** Its description, for help and the page. */
  meaning: string;
  /** Which requests it affects. Downloads are the feed's files, from another host; gateways repeat only inventory updates. */
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

/** The choice by seed depends on this order, so a new fault is appended, which keeps the faults of earlier seeds. */
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
