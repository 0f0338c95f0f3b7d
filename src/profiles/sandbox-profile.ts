import { sandboxPort } from '../http/connection/connection-error.ts';
import { acceptedCredentials } from '../sandbox/sandbox-options.ts';

/** The profile that every user has: the sandbox on this machine, at the address where `sandbox start` puts it. Its keys are public. */
export const sandboxProfile = {
  name: 'sandbox',
  baseUrl: `http://127.0.0.1:${sandboxPort}`,
  ...acceptedCredentials,
  shopId: 'shop-second-meadow',
  currency: 'USD',
  /** A product of that shop that is not listed yet. */
  sku: 'SMS-JEANS-000120-3032',
} as const;
