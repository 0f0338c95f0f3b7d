import type { Client } from '../../http/client.ts';
import type { Permit } from '../../http/rate/rate-limiter.ts';

/**
 * A client whose first request has its permit already. `giveBack` ends a permit that no request has: who waits for the request of
 * another row holds none, since that one may have to be sent again, and need it.
 */
export const clientWithPermit = (
  client: Client,
  permit: Permit,
  hooks?: object,
): { client: Client; giveBack(): void } => {
  let isSpent = false;
  return {
    giveBack() {
      if (!isSpent) permit.end();
      isSpent = true;
    },
    client: {
      ...client,
      call(name, input, options) {
        const first = isSpent ? undefined : { permit, ...hooks };
        isSpent = true;
        return client.call(name, input, { ...options, ...first });
      },
    },
  };
};

/**
 * A client whose first request has its permit already; if that is refused, other rows take its place. A request that the service did
 * not begin is recorded, and once more before its retry.
 */
export const changingClient = (
  client: Client,
  permit: Permit,
  yields: () => void,
  hooks: { returned: () => void; again: () => Promise<void> },
): Client => {
  const first: Permit = {
    ...permit,
    refused(retryAfterMs) {
      permit.refused(retryAfterMs);
      yields();
    },
  };
  return clientWithPermit(client, first, hooks).client;
};
