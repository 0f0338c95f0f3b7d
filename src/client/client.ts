import { type Dialect, neutralDialect } from '../service/dialect.ts';
import type { CallAnswer, CallInput, Endpoint } from '../service/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '../service/endpoints.ts';
import { faultsIn } from '../service/faults.ts';
import { type EndpointTranslation, endpointTranslation } from '../service/translation.ts';
import { readAnswer, refusal } from './answer.ts';
import { CallError, type CallFacts, InvalidInput } from './errors.ts';
import { pause } from './pause.ts';
import { buildRequest, type Input, type WireRequest } from './request.ts';
import { nextPauseMs, RetryBudget, type RetryPolicy } from './retry.ts';
import { createTransport, type WireAnswer } from './transport.ts';
import type { Timeouts } from './transport-failure.ts';

/** What happens on the way, for those who want to show it. Nothing in it is secret. */
export type ClientEvent =
  | { kind: 'request'; request: PreviewedRequest; attempt: number }
  | { kind: 'answer'; answer: WireAnswer; milliseconds: number }
  | { kind: 'failure'; detail: string; milliseconds: number }
  | { kind: 'wait'; milliseconds: number; why: string };

/** A request as it would go out, its credentials masked. */
export interface PreviewedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface ClientOptions {
  baseUrl: string;
  /** Asked for with each request: where they are may have to be looked up. */
  credentials: () => Promise<{ clientId: string; apiKey: string }>;
  /** Where they come from, as a person is told where they are refused. */
  credentialsFrom?: string;
  /** Has its say before a change is sent for the first time; what it throws stops it. */
  beforeChange?: () => Promise<void>;
  timeouts: Timeouts;
  retry: RetryPolicy;
  userAgent: string;
  /** Ends whatever is under way. */
  signal: AbortSignal;
  dialect?: Dialect;
  /** Whether a value passes that a closed list does not have, where the service may know more than the tool. */
  anyConstants?: boolean;
  /** How many connections may be open at once. */
  connections?: number;
  observe?: (event: ClientEvent) => void;
}

export interface CallOptions<Answer> {
  /** Asks for an answer that no cache kept, as one that is to prove what happened. */
  fresh?: boolean | undefined;
  /** Says why a documented answer is not believed all the same: it then counts as a bad one. */
  doubt?: ((answer: Answer) => string | undefined) | undefined;
}

/** The service, as the rest of the tool sees it: rows of the table in, documented answers out. */
export interface Client {
  /** Checks the input, sends it, retries where that is safe, and checks the answer. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions<CallAnswer<Endpoints[Name]>>,
  ): Promise<CallAnswer<Endpoints[Name]>>;
  /** Checks the input and tells what would be sent. */
  preview<Name extends EndpointName>(name: Name, input: CallInput<Endpoints[Name]>): PreviewedRequest;
  /** Sends any request to the base URL; the answer is given as it came. */
  raw(request: WireRequest): Promise<WireAnswer>;
  previewRaw(request: WireRequest): PreviewedRequest;
  close(): Promise<void>;
}

const maskedValue = '***';

export const createClient = (options: ClientOptions): Client => {
  const { baseUrl, signal, observe = () => {} } = options;
  const dialect = options.dialect ?? neutralDialect;
  const transport = createTransport(baseUrl, options.timeouts, options.connections ?? 16);
  const budget = new RetryBudget();

  const checked = (endpoint: Endpoint, input: Input): Input =>
    checkInput(endpoint, input, options.anyConstants ?? false);

  const translations = new Map<EndpointName, EndpointTranslation>();
  const translationFor = (name: EndpointName): EndpointTranslation => {
    const made = translations.get(name) ?? endpointTranslation(endpoints[name], dialect);
    translations.set(name, made);
    return made;
  };

  const headers = (clientId: string, apiKey: string, fresh = false) => ({
    'user-agent': options.userAgent,
    [dialect.header.clientId]: clientId,
    [dialect.header.authenticationKey]: apiKey,
    ...(fresh ? { 'cache-control': 'no-cache' } : {}),
  });

  const previewed = (request: WireRequest): PreviewedRequest => ({
    method: request.method,
    url: `${baseUrl}${request.path}`,
    headers: {
      ...headers(maskedValue, maskedValue),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: request.body === undefined ? null : bodyToShow(request.body),
  });

  /** One attempt: sends the request and judges the answer's status. */
  const attemptOnce = async (
    request: WireRequest,
    effect: CallFacts['effect'],
    attempt: number,
    fresh: boolean,
  ): Promise<WireAnswer> => {
    const { clientId, apiKey } = await options.credentials();
    observe({ kind: 'request', request: previewed(request), attempt });
    const began = performance.now();
    let answered = false;
    try {
      const answer = await transport.send(request, headers(clientId, apiKey, fresh), effect, signal);
      answered = true;
      observe({ kind: 'answer', answer, milliseconds: performance.now() - began });
      const refused = refusal(answer, factsOf(request, effect), Date.now());
      if (refused) throw refused;
      return answer;
    } catch (error) {
      if (error instanceof CallError && !answered)
        observe({ kind: 'failure', detail: error.facts.detail, milliseconds: performance.now() - began });
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

  /** Sends a request as often as that is safe, and reads the answer. */
  const exchange = async <Answer>(
    endpoint: string,
    request: WireRequest,
    effect: CallFacts['effect'],
    read: (answer: WireAnswer) => Answer,
    fresh = false,
  ): Promise<Answer> => {
    if (effect === 'change') await options.beforeChange?.();
    const kind = `${request.method} ${endpoint}`;
    for (let attempt = 1; ; attempt++) {
      await rest(kind);
      try {
        const answer = read(await attemptOnce(request, effect, attempt, fresh));
        budget.refund();
        return answer;
      } catch (error) {
        const milliseconds = nextPauseMs(error, attempt, options.retry, budget);
        if (milliseconds === undefined) throw error;
        observe({ kind: 'wait', milliseconds, why: (error as CallError).facts.detail });
        if ((error as CallError).attempt === 'not-processed') restUntil(kind, milliseconds);
        await pause(milliseconds, signal);
      }
    }
  };

  const factsOf = (request: WireRequest, effect: CallFacts['effect']) => ({
    method: request.method,
    url: `${baseUrl}${request.path.split('?')[0]}`,
    effect,
    ...(options.credentialsFrom === undefined ? {} : { credentialsFrom: options.credentialsFrom }),
  });

  return {
    async call(name, input, { fresh = false, doubt } = {}) {
      const endpoint: Endpoint = endpoints[name];
      const translation = translationFor(name);
      const request = buildRequest(endpoint, checked(endpoint, input as Input), translation);
      const facts = factsOf(request, endpoint.effect);
      const answer = await exchange(
        name,
        request,
        endpoint.effect,
        (wire) => {
          const answer = readAnswer(wire, endpoint.answer, translation.answer, facts);
          const detail =
            fresh && Number(wire.headers.age ?? 0) > 0
              ? 'the answer came from a cache'
              : doubt?.(answer as never);
          if (detail !== undefined)
            throw new CallError('ambiguous', 'bad-answer', { ...facts, detail, status: wire.status });
          return answer;
        },
        fresh,
      );
      return answer as never;
    },
    preview(name, input) {
      const endpoint: Endpoint = endpoints[name];
      return previewed(buildRequest(endpoint, checked(endpoint, input as Input), translationFor(name)));
    },
    raw: (request) =>
      exchange(request.path, request, request.method === 'GET' ? 'read' : 'change', (answer) => answer),
    previewRaw: previewed,
    close: transport.close,
  };
};

/** Holds each part of an input against the table, and names all faults at once. */
const checkInput = (endpoint: Endpoint, input: Input, anyConstants: boolean): Input => {
  const faults = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined ? [] : faultsIn(schema, input[part], { anyConstants });
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return input;
};

const bodyToShow = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};
