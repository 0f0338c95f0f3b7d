import { conditionAsker } from '../../asking/ask-condition.ts';
import { pictures, readShop } from '../../asking/ask-question.ts';
import { converse, readyToSend } from '../../asking/conversation.ts';
import {
  type Answers,
  filledAnswers,
  type Question,
  type Subject,
  typedAnswers,
} from '../../asking/subject.ts';
import type { CommandLine } from '../../line/command-line.ts';
import { readFlags, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { labelPrice, onLabel } from '../../service/prices.ts';
import { isFault } from '../../service/typed-values.ts';
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
): readonly Question<CreationPayload>[] => [
  {
    name: 'shopId',
    // The shop of the listing before may differ from the profile's.
    when: (_, { shopId }) => shopId !== undefined,
    words: 'Identifier of the shop',
    refuses(text) {
      const shop = readShop(text);
      if (isFault(shop)) return shop.fault;
      return /[./]/.test(text) ? 'is a domain; `shops lookup` tells the identifier of its shop' : undefined;
    },
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
  return {
    flags: creationFlags,
    questions: questionsOf(invocation, noCheck, prices),
    ...(offered && { offered }),
    anotherOne: 'Another one?',
    offers: ['shopId', 'source', 'condition', 'category'],
    async judge(answers) {
      const faults: UsageFault[] = [];
      const creation = readFlags(creationFlags, filledAnswers(answers), faults);
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
    completed: (answers, { shopId }) => ({ ...answers, shopId: String(shopId) }),
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
