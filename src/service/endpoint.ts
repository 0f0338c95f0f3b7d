import * as z from 'zod/mini';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** Relative to the base URL, with `{name}` for a path parameter. */
  path: string;
  summary: string;
  /** Whether a call changes something in the shop. Such a call is never blindly sent twice. */
  effect: 'read' | 'change';
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** Set if a field of its body has another name on the wire than in other bodies. */
  bodyNames?: 'creation';
  /** What of its input has no name in the interface: the setting of a dialect for it → our name. */
  openNames?: Readonly<Record<string, string>>;
  answer: z.ZodMiniType;
  /** The statuses of its documented or observed refusals. */
  errors: readonly number[];
  requestsPerMinute?: number;
}

type Input<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : never;
type Part<E, Key extends string> = E extends { [K in Key]: infer Schema }
  ? { [K in Key]: Input<Schema> }
  : unknown;

/** The input of a call: path parameters, query and body, each under its name. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type CallAnswer<E extends Endpoint> = z.infer<E['answer']>;

/** The body of every refusal: `{"error": "…"}`. */
export interface ErrorBody {
  error: string;
}

/** A copy of the schema with a description, for the OpenAPI document. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  // A copy: the same schema may be used elsewhere with another description.
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
};
