import type { HttpBindings } from '@hono/node-server';
import type { EndpointName } from '../service/endpoints.ts';

/** What the steps of answering an API request hand on to one another. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { endpoint: EndpointName; body: Buffer };
}
