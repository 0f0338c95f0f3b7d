import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listings } from './scenes.ts';
import { canaries, FaultShop } from './shop.ts';

/** A shop, and the home of somebody who works on it: nothing is in it. */
interface Premises {
  shop: FaultShop;
  home: string;
  /** The environment in which the tool meets them. */
  env: Record<string, string>;
}

/** Opens a shop and a home, hands them over, and leaves nothing of them behind. */
export const onPremises = async <Done>(work: (premises: Premises) => Promise<Done>): Promise<Done> => {
  const shop = await FaultShop.open(listings);
  const home = await mkdtemp(join(tmpdir(), 'resale-faults-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    RESALE_BASE_URL: shop.url,
    RESALE_CLIENT_ID: canaries.clientId,
    RESALE_API_KEY: canaries.apiKey,
  };
  try {
    return await work({ shop, home, env });
  } finally {
    await shop.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};
