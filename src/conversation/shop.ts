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

/**
 * Asks for a shop: one of those that are known, or another, by its identifier or by the domain of its store, which is looked up
 * at once. The service offers no way to check an identifier.
 */
export const askShop = async (invocation: Invocation, offered: string | undefined): Promise<string> => {
  const io = invocation.questionIo();
  const known = [...new Set([offered, ...(await knownShops(invocation))].filter((id) => id !== undefined))];
  if (known.length > 1) {
    const chosen = await askWhich(io, {
      message: 'Which shop?',
      choices: [
        ...known.map((id) => ({ value: id, word: id })),
        { value: '', word: 'another…', meaning: 'by its identifier, or the domain of its store' },
      ],
    });
    if (chosen !== '') return chosen;
  }
  let found: readonly Shop[] = [];
  const typed = await askText(io, {
    message: 'Identifier of the shop, or the domain of its store',
    byDefault: known.length > 1 ? undefined : known[0],
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

const knownShops = async (invocation: Invocation): Promise<readonly (string | undefined)[]> => {
  const { name, origin, shopId } = await invocation.profile();
  if (name === undefined) return [];
  if (name === sandboxProfile.name) return [sandboxProfile.shopId];
  const { profiles } = await (await invocation.store()).read();
  const there = [...profiles.values()].filter(({ baseUrl }) => `${baseUrl}/`.startsWith(`${origin}/`));
  return [shopId, ...there.map((profile) => profile.shopId)];
};
