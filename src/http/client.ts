import { brokenRules } from '../service/broken-rules.ts';
import { type Dialect, nameIn, neutralDialect } from '../service/dialect.ts';
import type { CallAnswer, CallInput, Endpoint } from '../service/endpoint.ts';
import { type EndpointName, type Endpoints, endpointAt, endpoints } from '../service/endpoints.ts';
import { translationsFor } from '../service/translation.ts';
import type { Advice } from '../words/advice.ts';
import { readAnswer, readRaw, type Tolerance } from './answer.ts';
import { CallError, InvalidInput } from './call-error.ts';
import type { KnownFacts } from './classify.ts';
import { createExchange, type ExchangeOptions } from './exchange.ts';
import type { Permit } from './rate/rate-limiter.ts';
import {
  buildRequest,
  type EndpointInput,
  headersOf,
  type ShownRequest,
  type WireRequest,
} from './request.ts';
import type { WireAnswer } from './sending.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export interface ClientOptions extends TransportOptions, ExchangeOptions {
  /** Where the credentials come from, to be shown when they are refused. */
  aboutKeys?: Advice;
  /** The profile in which names of the deployment can be set, for lines that a message proposes. */
  profile?: string | undefined;
  userAgent: string;
  dialect?: Dialect;
  /** Whether to accept values that a closed list does not have, since the service may know more than the tool. */
  anyConstants?: boolean;
  /** Reads the JSON of answers. Default: with each number as it is written. */
  parse?: ((text: string) => unknown) | undefined;
}

export interface CallOptions<Answer> extends Tolerance {
  /** Asks for an answer that does not come from a cache, for example to prove what happened. */
  fresh?: boolean | undefined;
  /** The permit of the first attempt, if it has been waited for. */
  permit?: Permit | undefined;
  /** Called when an attempt has certainly not been begun by the service and is to be made again. */
  returned?: (() => void) | undefined;
  /** Awaited before such a further attempt is sent. */
  again?: (() => Promise<void>) | undefined;
  /** Says why an answer of the documented form is not believed; it then counts as a bad one. */
  doubt?: ((answer: Answer) => string | undefined) | undefined;
}

/** The service as the rest of the tool sees it: it takes rows of the table, and returns documented answers. */
export interface Client {
  readonly profile: string | undefined;
  /** Checks the input, sends it, retries if that is safe, and checks the answer. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions<CallAnswer<Endpoints[Name]>>,
  ): Promise<CallAnswer<Endpoints[Name]>>;
  /** Checks the input and says what would be sent. */
  preview<Name extends EndpointName>(name: Name, input: CallInput<Endpoints[Name]>): ShownRequest;
  /** Sends any request to the base URL. The answer is returned as it came, unless it is certainly cut short. */
  raw(request: WireRequest): Promise<WireAnswer>;
  previewRaw(request: WireRequest): ShownRequest;
  /** The same client, with its connections and its rate, whose calls end with this signal in place of its own. */
  until(signal: AbortSignal): Client;
  close(): Promise<void>;
}

/** Makes a client for one service. It sends nothing yet. */
export const createClient = (options: ClientOptions): Client => {
  const dialect = options.dialect ?? neutralDialect;
  const transport = createTransport(options);
  const headers = headersOf(options, dialect);
  const exchange = createExchange(transport, headers, options);

  const translations = translationsFor(dialect);

  const requestFor = (name: EndpointName, input: EndpointInput): WireRequest => {
    checkInput(endpoints[name], input, options.anyConstants ?? false);
    return buildRequest(endpoints[name], input, translations);
  };

  const factsOf = (
    request: WireRequest,
    { effect, errors }: Pick<Endpoint, 'effect' | 'errors'>,
  ): KnownFacts => ({
    mayConflict: errors.includes(409),
    method: request.method,
    url: `${options.baseUrl}${request.path.split('?')[0]}`,
    effect,
    credentialHeaders: [dialect.header.clientId, dialect.header.authenticationKey],
    aboutKeys: options.aboutKeys,
    profile: options.profile,
    baseUrlFrom: options.baseUrlFrom,
  });

  const clientUntil = (signal: AbortSignal | undefined): Client => ({
    profile: options.profile,
    async call(name, input, { fresh = false, permit, returned, again, doubt, ...tolerance } = {}) {
      const endpoint: Endpoint = endpoints[name];
      const request = requestFor(name, input as EndpointInput);
      const facts = {
        ...factsOf(request, endpoint),
        openNames: openNamesIn(endpoint, input as EndpointInput, dialect),
      };
      const read = (wire: WireAnswer) => {
        const { parse, redact } = options;
        const reading = { ...tolerance, fresh, parse, redact };
        const answer = readAnswer(wire, endpoint.answer, translations.body, facts, reading);
        const detail = doubt?.(answer as never);
        if (detail !== undefined)
          throw new CallError('ambiguous', 'bad-answer', { ...facts, detail, status: wire.status });
        return answer;
      };
      return (await exchange({ request, facts, fresh, permit, returned, again, read, signal })) as never;
    },
    preview: (name, input) => headers.previewed(requestFor(name, input as EndpointInput)),
    raw(request) {
      const effect = request.method === 'GET' ? 'read' : 'change';
      // What nobody knows may compare anything.
      const { errors = [409] } = endpointAt(request.method, request.path) ?? {};
      const facts = factsOf(request, { effect, errors });
      const read = (answer: WireAnswer) => readRaw(answer, facts);
      return exchange({ request, facts, fresh: false, read, signal });
    },
    previewRaw: headers.previewed,
    until: clientUntil,
    close: async () => transport.close(),
  });
  return clientUntil(undefined);
};

/** The parts of the input whose names the interface leaves open. After the first page, only the cursor can be at fault. */
const openNamesIn = (
  { openNames = {} }: Endpoint,
  { query = {}, body }: EndpointInput,
  dialect: Dialect,
): readonly string[] => {
  if (query.after !== undefined) return [];
  const fields: Readonly<Record<string, unknown>> = { ...query, ...(body as object | undefined) };
  const settings = Object.keys(openNames).filter((setting) => fields[openNames[setting] ?? ''] !== undefined);
  // A name that somebody has set is rarely the one that is unknown.
  const unset = settings.filter((setting) => nameIn(dialect, setting) === nameIn(neutralDialect, setting));
  return (unset.length > 0 ? unset : settings).map((setting) => `${nameIn(dialect, setting)} (${setting})`);
};

const checkInput = (endpoint: Endpoint, input: EndpointInput, anyConstants: boolean): void => {
  const faults = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined ? [] : brokenRules(schema, input[part], { anyConstants });
  });
  if (faults.length > 0) throw new InvalidInput(faults);
};
