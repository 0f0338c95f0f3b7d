import type { Network } from '../network/network.ts';
import { type Dialect, neutralDialect } from '../service/dialect.ts';
import type { CallAnswer, CallInput, Endpoint } from '../service/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '../service/endpoints.ts';
import { faultsIn } from '../service/faults.ts';
import { type EndpointTranslation, endpointTranslation } from '../service/translation.ts';
import { readAnswer, readRaw } from './answer.ts';
import type { Timeouts } from './classify.ts';
import { CallError, type CallFacts, InvalidInput } from './errors.ts';
import type { ClientEvent } from './events.ts';
import { createExchange } from './exchange.ts';
import { headersOf, type PreviewedRequest } from './headers.ts';
import { buildRequest, type Input, type WireRequest } from './request.ts';
import type { RetryPolicy } from './retry.ts';
import { createTransport, type WireAnswer } from './transport.ts';

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
  /** Proxies and authorities; none but Node's own where left out. */
  network?: Network;
  dialect?: Dialect;
  /** Whether a value passes that a closed list does not have, where the service may know more than the tool. */
  anyConstants?: boolean;
  /** How many connections may be open at once. */
  connections?: number;
  observe?: (event: ClientEvent) => void;
  /** Takes the credentials out of a text of the service, which may repeat them. */
  redact?: (text: string) => string;
  /** Whether answers are observed with the times of each part. */
  timed?: boolean;
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
  /** Sends any request to the base URL; the answer is given as it came, unless it surely is a half. */
  raw(request: WireRequest): Promise<WireAnswer>;
  previewRaw(request: WireRequest): PreviewedRequest;
  close(): Promise<void>;
}

export const createClient = (options: ClientOptions): Client => {
  const dialect = options.dialect ?? neutralDialect;
  const transport = createTransport(options);
  const headers = headersOf(options, dialect);
  const exchange = createExchange(transport, headers, options);

  const checked = (endpoint: Endpoint, input: Input): Input =>
    checkInput(endpoint, input, options.anyConstants ?? false);

  const translations = new Map<EndpointName, EndpointTranslation>();
  const translationFor = (name: EndpointName): EndpointTranslation => {
    const made = translations.get(name) ?? endpointTranslation(endpoints[name], dialect);
    translations.set(name, made);
    return made;
  };

  const factsOf = (request: WireRequest, effect: CallFacts['effect']) => ({
    method: request.method,
    url: `${options.baseUrl}${request.path.split('?')[0]}`,
    effect,
    credentialHeaders: [dialect.header.clientId, dialect.header.authenticationKey],
    ...(options.credentialsFrom === undefined ? {} : { credentialsFrom: options.credentialsFrom }),
  });

  return {
    async call(name, input, { fresh = false, doubt } = {}) {
      const endpoint: Endpoint = endpoints[name];
      const translation = translationFor(name);
      const request = buildRequest(endpoint, checked(endpoint, input as Input), translation);
      const facts = factsOf(request, endpoint.effect);
      const read = (wire: WireAnswer) => {
        const answer = readAnswer(wire, endpoint.answer, translation.answer, facts);
        const detail =
          fresh && Number(wire.headers.age ?? 0) > 0
            ? 'the answer came from a cache'
            : doubt?.(answer as never);
        if (detail !== undefined)
          throw new CallError('ambiguous', 'bad-answer', { ...facts, detail, status: wire.status });
        return answer;
      };
      return (await exchange({ endpoint: name, request, facts, fresh, read })) as never;
    },
    preview(name, input) {
      const endpoint: Endpoint = endpoints[name];
      return headers.previewed(
        buildRequest(endpoint, checked(endpoint, input as Input), translationFor(name)),
      );
    },
    raw(request) {
      const facts = factsOf(request, request.method === 'GET' ? 'read' : 'change');
      const read = (answer: WireAnswer) => readRaw(answer, facts);
      return exchange({ endpoint: request.path, request, facts, fresh: false, read });
    },
    previewRaw: headers.previewed,
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
