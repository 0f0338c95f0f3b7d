import type { ClientEvent } from '../client/exchange.ts';
import type { WireAnswer } from '../client/sending.ts';
import { clockAheadMs, clockTolerance, clockWords } from '../client/service-clock.ts';
import { type Finding, found, ok, skipped, warning } from './finding.ts';

/** Makes the cheapest request that needs credentials, and reports what happens on the way. */
export type Ask = (observe: (event: ClientEvent) => void) => Promise<unknown>;

/**
 * The result of one authenticated request, what its answer says about the clock, and whether it was answered: a refusal is an
 * answer, a failure of the service is none.
 */
export const requestFindings = async (ask: Ask): Promise<{ findings: Finding[]; isAnswered: boolean }> => {
  let answered: { answer: WireAnswer; milliseconds: number; at: number } | undefined;
  const request = await found('request', async () => {
    await ask((event) => {
      if (event.kind === 'answer') answered = { ...event, at: Date.now() };
    });
    const { answer, milliseconds } = answered ?? {};
    return ok('request', `answered ${answer?.status} in ${milliseconds?.toFixed(0)} ms`);
  });
  const status = answered?.answer.status ?? 0;
  return {
    findings: [request, answered ? clockFinding(answered.answer.headers, answered.at) : noClock],
    isAnswered: (status >= 200 && status < 300) || (status >= 400 && status < 429),
  };
};

const noClock = skipped('clock', 'the service did not answer');

/** How far this machine's clock is from the service's. */
const clockFinding = (headers: WireAnswer['headers'], now: number): Finding => {
  const ahead = clockAheadMs(headers, now);
  if (ahead === undefined) return skipped('clock', 'the service does not tell its time');
  if (Math.abs(ahead) > clockTolerance)
    return warning(
      'clock',
      `the clock of this machine is ${clockWords(ahead)} the service's`,
      'Set the clock of this machine: whether a certificate is valid, and how long to wait, depends on it.',
    );
  return ok('clock', `within ${Math.ceil(Math.abs(ahead) / 1000)} s of the service's`);
};
