import { onTestFinished } from 'vitest';
import { createClient } from '../../src/library/create-client.ts';
import type { ClientOptions, ResaleClient, Sandbox, SandboxOptions } from '../../src/library/interface.ts';
import { startSandbox } from '../../src/library/start-sandbox.ts';

/** A sandbox for one test, and its client, which does not wait for what was lost. */
export const shopWith = async (
  contents: SandboxOptions = {},
  options: Partial<ClientOptions> = {},
): Promise<{ sandbox: Sandbox; shop: ResaleClient }> => {
  const sandbox = await startSandbox({ listings: 3, products: 4, ...contents });
  onTestFinished(sandbox.close);
  return { sandbox, shop: clientOf({ ...sandbox, ...options }) };
};

/** A client for one test. */
export const clientOf = (options: ClientOptions): ResaleClient => {
  const shop = createClient({ settleMs: 0, maxRetries: 0, ...options });
  onTestFinished(shop.close);
  return shop;
};

/** All of an iterator. */
export const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const seen: Item[] = [];
  for await (const item of items) seen.push(item);
  return seen;
};

/** What a call throws, whatever it is. */
export const thrownBy = async (call: () => unknown): Promise<Error & Record<string, unknown>> => {
  try {
    await call();
  } catch (error) {
    return error as never;
  }
  throw new Error('Nothing was thrown.');
};
