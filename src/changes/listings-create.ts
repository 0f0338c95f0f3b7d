import type { BrokenRule } from '../service/broken-rules.ts';
import { conditions, sources } from '../service/constants.ts';
import { creationRows, type Holds } from '../service/creation-fields.ts';
import type { ListingCreation } from '../service/listing-schemas.ts';
import { knownConstant, sourceIn, sourceWordOf, sourceWords, wordOf } from '../service/typed-values.ts';
import { CreateListing, CreationSent } from './create-listing.ts';
import { creationColumns, creationFaults } from './creation-rules.ts';
import type { InventorySnapshot } from './inventory-snapshot.ts';
import type {
  Fields,
  Item,
  Namesake,
  Operation,
  PlannedFields,
  ReadingOptions,
  RowReader,
} from './operation.ts';
import { priceOf } from './row-prices.ts';
import {
  type Constants,
  filledByFlag,
  parseFields,
  RowFaults,
  withConstants,
  withDefaults,
} from './row-values.ts';
import { fault, type Planned } from './step.ts';

/**
 * If an OPEN listing has its external identifier, the row is skipped, so that a file can be run twice. A CLOSED one may have
 * been sold and come back.
 */
class CreationItem implements Item {
  readonly names: Item['names'];
  readonly key: readonly [string, string];
  readonly repeated: string;

  constructor(
    readonly payload: ListingCreation,
    row: number,
    private readonly created: Set<string>,
  ) {
    const { externalIdentifier: value } = payload;
    this.names = value == null ? [] : [{ by: 'externalIdentifier', value }];
    this.key = [`row ${row}`, ''];
    this.repeated = `another row has the external identifier ${value}, too`;
  }

  fields(): PlannedFields {
    return { payload: { ...this.payload } };
  }

  plan(_: InventorySnapshot | undefined, namesakes: readonly Namesake[] = []): Planned {
    const there = namesakes.filter(({ isClosed }) => !isClosed);
    const [other] = there;
    if (other === undefined)
      return new CreateListing(this.payload, { created: this.created, had: namesakes.map(({ id }) => id) });
    const same = there.find(({ sku }) => this.#mayHaveSku(sku));
    if (same) return { effect: 'skip', done: { outcome: 'skipped', id: same.id } };
    const { externalIdentifier, productIdentifier } = this.payload;
    return fault(
      'another-product',
      `the listing ${other.id} has the external identifier ${externalIdentifier} and another SKU, ${other.sku}, not ${productIdentifier}`,
    );
  }

  /** A listing shows only the SKU of the commerce platform, and no other product identifier. */
  #mayHaveSku(sku: string | undefined): boolean {
    const { productDataSourceType, productIdentifier } = this.payload;
    return productDataSourceType !== 'COMMERCE_SKU' || sku === undefined || sku === productIdentifier;
  }
}

const ofField: Partial<Record<Holds, Constants[string]>> = {
  condition: { read: (word) => knownConstant(conditions, word), words: conditions.map(wordOf) },
  source: { read: sourceIn, words: [...sourceWords.keys()] },
};

const constants: Constants = Object.fromEntries(
  creationRows.flatMap(({ field, holds }) => (ofField[holds] ? [[field, ofField[holds]]] : [])),
);

/** A title, a category or an option makes a listing manual where nothing says its source, as their flags do. */
const impliedBy = (fields: Fields, defaults: Fields): Fields =>
  fields.manualProductOptions !== undefined &&
  (fields.productDataSourceType ?? defaults.productDataSourceType) === undefined
    ? { productDataSourceType: 'MANUAL_PRODUCT_OPTIONS' }
    : {};

/** The defaults for a row: rows of several sources have either options or a product identifier. */
const defaultsFor = (own: Fields, defaults: Fields): Fields => {
  const { manualProductOptions, productIdentifier, ...others } = defaults;
  const source = own.productDataSourceType ?? defaults.productDataSourceType;
  const product = source === 'MANUAL_PRODUCT_OPTIONS' ? { manualProductOptions } : { productIdentifier };
  return Object.fromEntries(
    Object.entries({ ...others, ...product }).filter(([, value]) => value !== undefined),
  );
};

/** Proposes the flag of a missing field that rows may share, and calls originalPrice `price`. */
const fillable = (rule: BrokenRule): BrokenRule => {
  const { path, isMissing } = rule;
  if (!isMissing) return rule;
  if (path === 'originalPrice') return { ...rule, path: 'price' };
  const column = creationColumns.find(({ name }) => name === path);
  return column?.isShared ? filledByFlag(rule, column.flag ?? path) : rule;
};

const rows = ({
  columns: ofFile,
  ignoreExtra = false,
  currency,
  derivedFrom,
  anyConstants = false,
  defaults = {},
}: ReadingOptions): RowReader => {
  const created = new Set<string>();
  return {
    columns: creationColumns,
    read(cells, row, called) {
      const faults = new RowFaults(called);
      const known = faults.knownFields(cells, creationColumns, ignoreExtra);
      const isText = ofFile !== undefined;
      const { fields: others, price, faults: mispriced } = priceOf(known, { isText, currency });
      const { fields: parsed, faults: misread } = isText
        ? parseFields(others)
        : { fields: others, faults: [] };
      const fields = price === undefined ? parsed : { ...parsed, originalPrice: price };
      const unread = [...misread, ...mispriced];
      const derived = derivedFrom === undefined ? {} : { externalIdentifier: `${derivedFrom}-${row}` };
      const own: Fields = { ...derived, ...withConstants(fields, constants), ...impliedBy(fields, defaults) };
      const payload = withDefaults(own, defaultsFor(own, defaults));
      const unreadPaths = new Set(unread.map(({ path }) => path.replace(/^price$/, 'originalPrice')));
      const chosen = sources.find((known) => known === payload.productDataSourceType);
      const broken = creationFaults(payload, anyConstants)
        .filter(({ path }) => !unreadPaths.has(path))
        .map((rule) =>
          chosen
            ? { ...rule, message: rule.message.replace(chosen, `the source ${sourceWordOf(chosen)}`) }
            : rule,
        );
      faults.addBrokenRules([...unread, ...broken.map(fillable)], fields, constants);
      return faults.messages.length > 0
        ? { faults: faults.messages }
        : {
            item: new CreationItem(payload as unknown as ListingCreation, row, created),
            filled: own.shopId === payload.shopId ? undefined : 'shopId',
          };
    },
  };
};

export const listingsCreate: Operation = {
  name: 'listings create',
  columns: creationColumns,
  rows,
  listing: 'may be there',
  mayRepeat: false,
  itemsOfPlan() {
    const created = new Set<string>();
    return ({ payload }, row) => new CreationItem(payload as unknown as ListingCreation, row, created);
  },
  recover: ({ key, sku, condition, had = [] }) =>
    new CreationSent({ externalIdentifier: key, sku, condition }, had),
  changesInventory: false,
  answers: ['url'],
};
