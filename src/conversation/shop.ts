import type { Invocation } from '../cli/invocation.ts';
import { creationFlags } from '../cli/listings/creation-flags.ts';
import { CallError, saysNotFound } from '../client/errors.ts';
import { explain } from '../failure/failure.ts';
import { storeDomain } from '../flags/service-kinds.ts';
import { problemIn } from '../flags/values.ts';
import { LacksCredentials } from '../profiles/keys/errors.ts';
import { sandboxProfile } from '../profiles/sandbox-profile.ts';
import type { Shop } from '../service/shop.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { askText } from '../terminal/prompts/text.ts';
import { tell } from './show.ts';

/** Asks for a shop by its identifier, or by the domain of its store, which is looked up: few people know an identifier. */
export const askShop = async (invocation: Invocation, offered: string | undefined): Promise<string> => {
  const io = invocation.questionIo();
  let found: readonly Shop[] = [];
  const typed = await askText(io, {
    message: 'Identifier of the shop, or the domain of its store',
    byDefault: offered ?? (await shopInUse(invocation)),
    async check(text) {
      found = [];
      const isDomain = /[./]/.test(text) && text !== offered;
      const problem = problemIn(isDomain ? storeDomain('') : creationFlags.shopId, text);
      if (problem !== undefined || !isDomain) return problem;
      const domain = storeDomain('').read(text);
      try {
        const client = await invocation.client();
        const query = { shopIdentifierType: 'COMMERCE_DOMAIN' as const, shopIdentifier: domain };
        const shops = await client.call('getShops', { query });
        found = shops.filter(({ serviceId }) => serviceId !== undefined);
      } catch (error) {
        if (!(error instanceof CallError || error instanceof LacksCredentials)) throw error;
        if (!saysNotFound(error)) return explain(error).message;
      }
      return found.length === 0 ? `No shop belongs to ${domain}.` : undefined;
    },
  });
  if (found.length === 0) return typed;
  const [only] = found;
  const shop =
    found.length === 1
      ? only
      : await askWhich(io, {
          message: 'Which shop?',
          choices: found.map((value) => ({
            value,
            word: `${value.serviceId}`,
            meaning: value.serviceShopName,
          })),
        });
  tell(invocation, `That is ${shop?.serviceShopName ?? 'a shop'}, ${shop?.serviceId}.`);
  return `${shop?.serviceId}`;
};

const shopInUse = async (invocation: Invocation): Promise<string | undefined> => {
  const { name, shopId } = await invocation.profile();
  return name === sandboxProfile.name ? sandboxProfile.shopId : shopId;
};
