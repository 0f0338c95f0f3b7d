import { conditions, type Source, sources } from '../../service/words.ts';
import type { Column } from '../../terminal/columns.ts';
import { command } from '../command.ts';
import { UsageError, type UsageFault } from '../errors.ts';
import { images } from '../image.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';
import { constant, constantOf, many, pair, text, wholeNumber, wordOf } from '../value-kinds.ts';
import { type Flags, type FlagValues, flagName, Misread, type Value } from '../values.ts';

/** What the sources are called on the command line. */
const sourceWords: Readonly<Record<string, Source>> = {
  sku: 'COMMERCE_SKU',
  'variant-id': 'COMMERCE_PRODUCT_VARIANT_ID',
  'external-variant-id': 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER',
  'external-variant-sku': 'EXTERNAL_PRODUCT_VARIANT_SKU',
  manual: 'MANUAL_PRODUCT_OPTIONS',
};

const source: Value<Source> = {
  placeholder: 'SOURCE',
  description: 'Where the product comes from; manual where --title, --category or --option is given',
  choices: Object.keys(sourceWords),
  field: 'productDataSourceType',
  read(said) {
    const found = sourceWords[wordOf(said)] ?? sources.find((known) => known === constantOf(said));
    if (found === undefined)
      throw new Misread(`must be one of ${Object.keys(sourceWords).join(', ')}, not '${said}'`);
    return found;
  },
};

const metadata: Value<readonly [string, string | number]> = {
  placeholder: 'NAME=TEXT',
  description: 'Goes onto the order when the item is bought; NAME:=7 for an integer; at most 3',
  field: 'metadata',
  read(said) {
    const integer = /^([^=]+):=(.*)$/s.exec(said);
    if (integer?.[1] !== undefined && integer[2] !== undefined) {
      if (!/^-?\d{1,15}$/.test(integer[2]))
        throw new Misread(`must be a whole number behind :=, not '${integer[2]}'`);
      return [integer[1], Number(integer[2])];
    }
    const at = said.indexOf('=');
    if (at < 1) throw new Misread(`must be of the form NAME=TEXT or NAME:=7, not '${said}'`);
    return [said.slice(0, at), said.slice(at + 1)];
  },
};

const product = { group: 'Product:' };

const flags = {
  shopId: { ...text('ID', "Identifier of the shop; the profile's where it has one"), field: 'shopId' },
  condition: { ...constant('CONDITION', conditions, 'How worn the item is'), field: 'condition' },
  image: images,
  source: { ...source, ...product },
  productId: {
    ...text('ID', 'The SKU or product variant identifier, as --source says'),
    field: 'productIdentifier',
    ...product,
  },
  title: {
    ...text('TEXT', 'Title of an item that no platform knows'),
    field: 'manualProductOptions.title',
    ...product,
  },
  category: {
    ...many(text('TEXT', 'Category of such an item; repeatable')),
    field: 'manualProductOptions.categories',
    ...product,
  },
  option: {
    ...many(pair('NAME=VALUE', 'Something else that identifies such an item; repeatable')),
    field: 'manualProductOptions',
    ...product,
  },
  originalPrice: {
    ...wholeNumber('CENTS', "Price when new, in the smallest unit of the shop's currency: 12900 for 129.00"),
    field: 'originalPrice',
    ...product,
  },
  externalId: {
    ...text('ID', 'Your own identifier, to find the item by later'),
    field: 'externalIdentifier',
  },
  description: { ...text('TEXT', 'Text that buyers see'), field: 'description' },
  metadata: { ...many(metadata), field: 'metadata' },
  commerceDomain: {
    ...text('DOMAIN', 'The store to use, where the shop has more than one'),
    field: 'commercePlatformDomain',
  },
  brand: { ...text('BRAND', 'Brand of the item, in a shop that carries several'), field: 'brand' },
} satisfies Flags;

type Given = FlagValues<typeof flags>;

const columns: readonly Column[] = [
  { field: 'id', title: 'ID' },
  { field: 'url', title: 'URL' },
];

export const create = command({
  details:
    'The product comes from the commerce platform (--source sku or variant-id), from an identifier of your own (external-variant-id, external-variant-sku), or from what you say of it (--title, --category, --option, with --original-price). All rules are checked before anything is sent.',
  arguments: {},
  flags,
  examples: [
    {
      does: 'From a SKU',
      line: "resale listings create --shop-id SHOP --condition good --source sku --product-id SKU-1 --image 'https://images.example/1.jpg'",
    },
    {
      does: 'From what you say of it',
      line: "resale listings create --shop-id SHOP --condition excellent --title 'Wool coat' --category Coats --option colour=navy --original-price 12900 --image 'https://images.example/2.jpg front view'",
    },
    {
      does: 'See the request, send nothing',
      line: "resale listings create --shop-id SHOP --condition good --source sku --product-id SKU-1 --image 'https://images.example/1.jpg' --dry-run",
    },
  ],
  next: 'resale listings get ID',
  columns,
  async run(invocation, { flags: given }) {
    const payload = payloadOf(given, given.shopId ?? (await defaultShop(invocation)));
    await check(payload, given);
    const client = await invocation.client();
    const body = payload as Parameters<typeof client.call<'createListing'>>[1]['body'];
    if (invocation.settings.dryRun)
      return previewed([client.preview('createListing', { body })], invocation.settings);
    const { createListing } = await import('../../inventory/create.ts');
    const created = await createListing(client, body, invocation.patience);
    return { kind: 'record', record: created, columns };
  },
});

/** The flags as the service's payload. What was not given is left out; its rules are checked afterwards. */
const payloadOf = (given: Given, shopId: string | undefined): Readonly<Record<string, unknown>> => {
  const chosen = sourceOf(given);
  const payload = {
    shopId,
    condition: given.condition,
    productDataSourceType: chosen,
    productIdentifier: given.productId,
    manualProductOptions:
      chosen === 'MANUAL_PRODUCT_OPTIONS'
        ? {
            ...Object.fromEntries(given.option ?? []),
            ...defined({ title: given.title, categories: given.category }),
          }
        : undefined,
    originalPrice: given.originalPrice,
    externalIdentifier: given.externalId,
    description: given.description,
    metadata: given.metadata && Object.fromEntries(given.metadata),
    commercePlatformDomain: given.commerceDomain,
    brand: given.brand,
    images: given.image,
  };
  return defined(payload);
};

const defined = (object: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const manualFlags = ['title', 'category', 'option'] as const;

const sourceOf = (given: Given): Source | undefined =>
  given.source ??
  (manualFlags.some((name) => given[name] !== undefined) ? 'MANUAL_PRODUCT_OPTIONS' : undefined);

/** Holds the payload against the service's rules, and the flags against one another; all faults are named at once. */
const check = async (payload: Readonly<Record<string, unknown>>, given: Given): Promise<void> => {
  const [{ listingCreation }, { faultsIn }, { inFlags }] = await Promise.all([
    import('../../service/listing.ts'),
    import('../../service/faults.ts'),
    import('../faults.ts'),
  ]);
  const faults = [...contradictions(given), ...inFlags(faultsIn(listingCreation, payload), flags)];
  if (faults.length > 0) throw new UsageError(faults);
};

const contradictions = (given: Given): UsageFault[] => {
  const chosen = sourceOf(given);
  if (chosen === undefined) return [];
  if (chosen === 'MANUAL_PRODUCT_OPTIONS')
    return given.productId === undefined
      ? []
      : [
          {
            name: '--product-id',
            message: 'does not go with manual options (--title, --category, --option)',
            field: 'productIdentifier',
          },
        ];
  return manualFlags
    .filter((name) => given[name] !== undefined)
    .map((name) => ({
      name: flagName(name),
      message: 'goes with --source manual alone',
      field: flags[name].field,
    }));
};

/** The shop of the profile, if there is one. That there is no profile at all is told when the service is needed. */
const defaultShop = async (invocation: Invocation): Promise<string | undefined> =>
  invocation.profile().then(
    ({ shopId }) => shopId,
    () => undefined,
  );
