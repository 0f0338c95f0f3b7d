import { refusal } from './answer.ts';
import type { ClientOptions } from './client.ts';
import { CallError, type CallFacts } from './errors.ts';
import type { headersOf } from './headers.ts';
import { pause } from './pause.ts';
import type { WireRequest } from './request.ts';
import { isShortage, nextPauseMs, RetryBudget } from './retry.ts';
import type { Transport, WireAnswer } from './transport.ts';

/** One request of a call, with what a failure of it should tell. */
export interface Exchange<Answer> {
  /** Requests of one kind rest together when the service has no time for them. */
  endpoint: string;
  request: WireRequest;
  facts: Omit<CallFacts, 'detail'>;
  /** Asks for an answer that no cache kept. */
  fresh: boolean;
  /** Throws where the answer is not to be believed. */
  read: (answer: WireAnswer) => Answer;
}

/** Sends requests as often as that is safe, and reads the answers. */
export const createExchange = (
  transport: Transport,
  headers: ReturnType<typeof headersOf>,
  { credentials, beforeChange, retry, signal, observe = () => {}, redact = (text) => text }: ClientOptions,
) => {
  const budget = new RetryBudget();

  /** One attempt: sends the request and judges the answer's status. */
  const attemptOnce = async (
    { request, facts, fresh }: Exchange<unknown>,
    attempt: number,
  ): Promise<WireAnswer> => {
    const { clientId, apiKey } = await credentials();
    observe({ kind: 'request', request: () => headers.previewed(request), attempt });
    const began = performance.now();
    let answered = false;
    try {
      const { times, ...answer } = await transport.send(
        request,
        headers.sent(request, { clientId, apiKey }, fresh),
        facts.effect,
        signal,
      );
      answered = true;
      observe({ kind: 'answer', answer, milliseconds: performance.now() - began, times });
      const refused = refusal(answer, facts, Date.now(), redact);
      if (refused) throw refused;
      return answer;
    } catch (error) {
      if (error instanceof CallError && !answered)
        observe({
          kind: 'failure',
          detail: error.facts.detail,
          milliseconds: performance.now() - began,
          isShortage: isShortage(error),
        });
      throw error;
    }
  };

  /** When the service has time again, by endpoint: what it tells one call holds for all of them. */
  const resting = new Map<string, number>();
  const restUntil = (kind: string, milliseconds: number): void => {
    resting.set(kind, Math.max(resting.get(kind) ?? 0, performance.now() + milliseconds));
  };
  const rest = async (kind: string): Promise<void> => {
    const milliseconds = (resting.get(kind) ?? 0) - performance.now();
    if (milliseconds > 0) await pause(milliseconds, signal);
  };

  return async <Answer>(exchange: Exchange<Answer>): Promise<Answer> => {
    if (exchange.facts.effect === 'change') await beforeChange?.();
    const kind = `${exchange.request.method} ${exchange.endpoint}`;
    for (let attempt = 1; ; attempt++) {
      await rest(kind);
      try {
        const answer = exchange.read(await attemptOnce(exchange, attempt));
        budget.refund();
        return answer;
      } catch (error) {
        const milliseconds = nextPauseMs(error, attempt, retry, budget);
        if (milliseconds === undefined) throw error;
        observe({ kind: 'wait', milliseconds, why: (error as CallError).facts.detail });
        if ((error as CallError).attempt === 'not-processed') restUntil(kind, milliseconds);
        await pause(milliseconds, signal);
      }
    }
  };
};
