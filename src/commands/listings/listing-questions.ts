import { conditionAsker } from '../../asking/ask-condition.ts';
import { pictures, readShop } from '../../asking/ask-question.ts';
import { converse, readyToSend } from '../../asking/conversation.ts';
import { tell } from '../../asking/show-answers.ts';
import {
  type Answers,
  filledAnswers,
  type Question,
  type Subject,
  textsOf,
  typedAnswers,
} from '../../asking/subject.ts';
import { explain } from '../../failure/failure.ts';
import { CallError, saysNotFound } from '../../http/call-error.ts';
import type { CommandLine } from '../../line/command-line.ts';
import { storeDomain } from '../../line/flags/service-kinds.ts';
import { problemIn, readFlags, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { LacksCredentials } from '../../profiles/keys/key-errors.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { bareDomain } from '../../service/addresses.ts';
import { labelPrice, onLabel } from '../../service/prices.ts';
import type { Shop } from '../../service/shop-lookup.ts';
import { isFault } from '../../service/typed-values.ts';
import { askText } from '../../terminal/prompts/ask-text.ts';
import { askWhich } from '../../terminal/prompts/ask-which.ts';
import type { Result } from '../../terminal/results.ts';
import { type CreationPayload, currencyOf, faultsOf, payloadOf } from './creation.ts';
import { creationFlags } from './creation-flags.ts';
import { askIfListed, sendListing } from './send-listing.ts';

/** The question about a price takes the amount on the label, and the review shows that amount, whichever flag set it. */
const priceQuestions = (currency: string | undefined): readonly Question[] => [
  {
    name: 'price',
    words: `Price when new, as on the label${currency === undefined ? '' : `, in ${currency}`}`,
    optional: true,
    unless: 'originalPrice',
    shows(label) {
      const units = labelPrice(label, currency);
      return isFault(units) ? undefined : onLabel(units, currency);
    },
  },
  { name: 'originalPrice', shows: (units) => `${onLabel(Number(units), currency)} (sent as ${units})` },
];

const questionsFor = (
  invocation: Invocation,
  noCheck: boolean,
  prices: readonly Question[],
  onStore: (domain: string | undefined) => void,
): readonly Question<CreationPayload>[] => [
  {
    name: 'shopId',
    // The shop of the listing before may differ from the profile's.
    when: (_, { shopId }) => shopId !== undefined,
    ask: (offered) => askShop(invocation, textsOf(offered)[0], onStore),
  },
  { name: 'source', words: 'Where does the product come from?' },
  {
    name: 'productId',
    words: 'Identifier of the variant',
    wordsAfter: ({ source = 'sku' }) => (/sku/i.test(`${source}`) ? 'SKU' : undefined),
  },
  { name: 'title', words: 'Title' },
  { name: 'category', words: 'Category', further: 'Another category' },
  {
    name: 'option',
    words: 'An option, such as size=M',
    further: 'Another option, such as colour=red',
    optional: true,
    when: ({ productDataSourceType }) => productDataSourceType === 'MANUAL_PRODUCT_OPTIONS',
  },
  ...prices,
  { name: 'condition', ask: conditionAsker(invocation, noCheck) },
  pictures,
  // By it the listing is found again, above all if the answer is lost.
  { name: 'externalId', optional: true, when: () => true },
  { name: 'description', optional: true, mayHaveLines: true },
  {
    name: 'metadata',
    words: 'Metadata for the order, as NAME=TEXT or NAME:=7',
    further: 'More metadata, as NAME=TEXT or NAME:=7',
    optional: true,
  },
];

/** A new field of the payload gets a question automatically, as an optional one. */
const questionsOf = (...asked: Parameters<typeof questionsFor>): readonly Question<CreationPayload>[] => {
  const first = questionsFor(...asked);
  const isAsked = new Set(first.map(({ name }) => name));
  const others = Object.keys(creationFlags).filter((name) => !isAsked.has(name));
  return [...first, ...others.map((name) => ({ name, optional: true as const }))];
};

/** The defaults for a first listing in the sandbox: a product that its shop knows. */
const inSandbox = {
  shopId: sandboxProfile.shopId,
  productId: sandboxProfile.sku,
  image: ['https://images.example/1.jpg'],
};

const listing = (
  invocation: Invocation,
  noCheck: boolean,
  prices: readonly Question[],
  offered: Answers | undefined,
): Subject<CreationPayload> => {
  /** The domain by which the shop was named: the store in which the item is listed, unless another one is. */
  let store: string | undefined;
  const withStore = (answers: Answers): Answers =>
    store !== undefined && textsOf(answers.commerceDomain).length === 0
      ? { ...answers, commerceDomain: store }
      : answers;
  return {
    flags: creationFlags,
    questions: questionsOf(invocation, noCheck, prices, (domain) => {
      store = domain;
    }),
    ...(offered && { offered }),
    anotherOne: 'Another one?',
    offers: ['shopId', 'source', 'condition', 'category'],
    async judge(answers) {
      const faults: UsageFault[] = [];
      const creation = readFlags(creationFlags, filledAnswers(withStore(answers)), faults);
      const payload = await payloadOf(invocation, creation);
      return {
        item: payload,
        faults: [
          ...faults,
          ...(await faultsOf(invocation, payload, creation, {
            noCheck,
            isInUnits: answers.originalPrice !== undefined,
          })),
        ],
      };
    },
    // The shop may come from the profile; the line must work with another one.
    completed: (answers, { shopId }) => ({ ...withStore(answers), shopId: String(shopId) }),
    enterSends: true,
    question: ([{ shopId } = {}], where) => `Create this listing in the shop ${shopId} at ${where}?`,
    async send([payload = {}]) {
      await askIfListed(invocation, payload);
      return sendListing(invocation, payload, noCheck);
    },
    line([answers = {}]) {
      return invocation.here('listings create', noCheck ? ['--no-check'] : [], filledAnswers(answers));
    },
  };
};

export const talkAboutListing = async (
  invocation: Invocation,
  { flags: typed }: CommandLine,
): Promise<Result> => {
  const { name } = await invocation.profile();
  const offered = name === sandboxProfile.name ? inSandbox : undefined;
  const prices = priceQuestions(await currencyOf(invocation));
  const subject = listing(invocation, typed.noCheck === true, prices, offered);
  await readyToSend(invocation);
  return converse(invocation, subject, typedAnswers(creationFlags, typed));
};

/** Asks for a shop by its identifier, or by the domain of its store, which is then looked up: few people know identifiers. */
const askShop = async (
  invocation: Invocation,
  offered: string | undefined,
  onStore: (domain: string | undefined) => void,
): Promise<string> => {
  const io = invocation.questionIo();
  const { name, shopId } = await invocation.profile();
  let found: readonly Shop[] = [];
  let domain: string | undefined;
  const typed = await askText(io, {
    message: 'Identifier of the shop, or the domain of its store',
    byDefault: offered ?? (name === sandboxProfile.name ? sandboxProfile.shopId : shopId),
    async check(text) {
      found = [];
      const isDomain = /[./]/.test(text) && text !== offered;
      const shop = { ...creationFlags.shopId, read: readShop };
      const problem = problemIn(isDomain ? storeDomain('') : shop, text);
      if (problem !== undefined || !isDomain) return problem;
      domain = bareDomain(text);
      try {
        const client = await invocation.client();
        const query = { shopIdentifierType: 'COMMERCE_DOMAIN' as const, shopIdentifier: domain };
        const shops = await client.call('getShops', { query });
        found = shops.filter(({ serviceId }) => serviceId !== undefined);
      } catch (error) {
        if (!(error instanceof CallError || error instanceof LacksCredentials)) throw error;
        if (!saysNotFound(error)) return invocation.redact(explain(error).message);
      }
      return found.length === 0 ? `No shop belongs to ${domain}.` : undefined;
    },
  });
  onStore(found.length === 0 ? undefined : domain);
  if (found.length === 0) return typed;
  const [only] = found;
  const shop =
    found.length === 1
      ? only
      : await askWhich(io, {
          message: 'Which shop?',
          choices: found.map((value) => ({
            value,
            ...invocation.redacted({ word: `${value.serviceId}`, meaning: value.serviceShopName }),
          })),
        });
  tell(invocation, `That is ${shop?.serviceShopName ?? 'a shop'}, ${shop?.serviceId}.`);
  return `${shop?.serviceId}`;
};
