import type { Client } from '../client/client.ts';
import { readListings } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import { conditions } from '../service/constants.ts';
import type { ListingCreation } from '../service/listing.ts';
import { constantMeant, sourceMeant } from '../service/typed-values.ts';
import { counted } from '../words/counted.ts';
import { parseFields } from './cells.ts';
import { creationFaults } from './creation-faults.ts';
import { type Fields, type Item, operation, type ReadingOptions, type RowReader } from './operation.ts';
import type { Done } from './outcome.ts';
import { type Constants, RowFaults, withConstants, withDefaults } from './row-values.ts';
import type { Patience, Planned, Sighting, Step, Unconfirmed } from './step.ts';
import type { Stock } from './stock.ts';

/** The waits before each search for a listing whose creation was not confirmed, in milliseconds. */
const looksForCreated: readonly number[] = [0, 2_000, 3_000, 5_000, 20_000];

/** A creation that was sent, and can be looked for by its external identifier. */
class CreationSent implements Unconfirmed {
  readonly id = undefined;
  readonly before = null;
  readonly clause: string;
  readonly noEvidence: string;

  constructor(
    readonly externalIdentifier: string | undefined,
    /** No listing had the identifier before, so one that has it now is the one created. */
    readonly wasAbsent: boolean,
    readonly looks: readonly number[] = looksForCreated,
  ) {
    this.clause = `Creating the listing${externalIdentifier ? ` ${externalIdentifier}` : ''}`;
    this.noEvidence = externalIdentifier
      ? 'the list could not be searched for it'
      : "without an external identifier it can't be looked for";
  }

  async look(client: Client, { signal }: Patience): Promise<Sighting> {
    if (!this.externalIdentifier) return { evidence: this.noEvidence };
    const found = await listingsWith(client, this.externalIdentifier, this.looks, signal);
    const [only] = found;
    if (only === undefined) return { evidence: 'no listing has its external identifier so far' };
    if (found.length === 1 && this.wasAbsent) return { done: { outcome: 'converged', id: only } };
    const where = found.length === 1 ? 'the listing' : `${found.length} listings:`;
    return { evidence: `its external identifier is on ${where} ${found.join(', ')}`, found };
  }
}

/** Searches the list until listings with an external identifier appear, and returns their identifiers. */
const listingsWith = async (
  client: Client,
  name: string,
  looks: readonly number[],
  signal: AbortSignal,
): Promise<string[]> => {
  const found: string[] = [];
  for (const wait of looks) {
    await pause(wait, signal);
    for await (const page of readListings(client, {}))
      for (const { id, externalIdentifier } of page) if (externalIdentifier === name) found.push(id);
    if (found.length > 0) break;
  }
  return found;
};

/** Creates a listing. The request is never sent twice, since that could list the item twice. */
export class CreateListing extends CreationSent implements Step<'create'> {
  /** The listings that the rows of a file have created. An answer that names one of them again is about another row. */
  readonly #created: Set<string>;
  readonly effect = 'create';
  readonly after = null;
  readonly closes = false;

  constructor(
    readonly payload: ListingCreation,
    {
      wasAbsent = false,
      looks,
      created = new Set(),
    }: { wasAbsent?: boolean; looks?: readonly number[]; created?: Set<string> } = {},
  ) {
    super(payload.externalIdentifier ?? undefined, wasAbsent, looks);
    this.#created = created;
  }

  get intent() {
    return this.externalIdentifier === undefined ? {} : { key: this.externalIdentifier };
  }

  preview(client: Client) {
    return client.preview('createListing', { body: this.payload });
  }

  async send(client: Client): Promise<Done> {
    // Its id confirms that it was created, whatever else the answer says or leaves out.
    let oddity: string | undefined;
    const answer = await client.call(
      'createListing',
      { body: this.payload },
      {
        mayBeWrong: ([field], said) => field !== undefined && (field !== 'id' || isText(said)),
        onOddity(fault) {
          oddity = fault;
        },
        doubt: ({ id }) =>
          this.#created.has(id.toLowerCase())
            ? `the answer names a listing that another row has created (${id})`
            : undefined,
      },
    );
    const { id, url }: { id: string; url: unknown } = answer;
    this.#created.add(id.toLowerCase());
    return { outcome: 'applied', id, answer, oddity, url: isText(url) ? url : undefined };
  }
}

/** Whether it says anything: a blank does not. */
const isText = (said: unknown): said is string => typeof said === 'string' && said.trim() !== '';

/** A listing to be created. If it already exists it is skipped, so running a file twice creates nothing new. */
class CreationItem implements Item<'create'> {
  readonly names: Item['names'];
  readonly repeated: string;

  constructor(
    readonly payload: ListingCreation,
    name: string,
    readonly created: Set<string>,
  ) {
    this.names = [{ by: 'externalIdentifier', value: name }];
    this.repeated = `an earlier row has the external identifier ${name}, too`;
  }

  plan(listing: Stock | undefined): Planned<'create'> {
    return listing
      ? { effect: 'skip', done: { outcome: 'skipped', id: listing.id } }
      : new CreateListing(this.payload, { wasAbsent: true, created: this.created });
  }
}

const columns = [
  'shopId',
  'condition',
  'productDataSourceType',
  'productIdentifier',
  'manualProductOptions',
  'originalPrice',
  'externalIdentifier',
  'description',
  'metadata',
  'commercePlatformDomain',
  'brand',
  'images',
];

const constants: Constants = {
  condition: (said) => constantMeant(conditions, said),
  productDataSourceType: sourceMeant,
};

/** The defaults that go with a row: a file may hold items of several sources, and each has either options or an identifier. */
const defaultsFor = (own: Fields, defaults: Fields): Fields => {
  const { manualProductOptions, productIdentifier, ...others } = defaults;
  const source = own.productDataSourceType ?? defaults.productDataSourceType;
  const product = source === 'MANUAL_PRODUCT_OPTIONS' ? { manualProductOptions } : { productIdentifier };
  return Object.fromEntries(
    Object.entries({ ...others, ...product }).filter(([, value]) => value !== undefined),
  );
};

/** Reads rows with the fields of the creation payload. Each needs an external identifier, in case its answer is lost. */
const rows = ({
  isCsv,
  ignoreExtra,
  derivedFrom,
  anyConstants,
  defaults,
}: ReadingOptions): RowReader<'create'> => {
  const created = new Set<string>();
  return {
    columns,
    isColumn: (name) => /^(manualProductOptions|metadata)\../.test(name),
    read(said, row) {
      const faults = new RowFaults();
      const known = faults.knownFields(said, columns, ignoreExtra);
      const { fields, faults: unread } = isCsv ? parseFields(known) : { fields: known, faults: [] };
      const derived = derivedFrom === undefined ? {} : { externalIdentifier: `${derivedFrom}-${row}` };
      const own = { ...derived, ...withConstants(fields, constants) };
      const { fields: payload, filled } = withDefaults(own, defaultsFor(own, defaults));
      const unreadPaths = new Set(unread.map(({ path }) => path));
      const broken = creationFaults(payload, anyConstants).filter(({ path }) => !unreadPaths.has(path));
      faults.addBrokenRules([...unread, ...broken], fields, constants);
      if (payload.externalIdentifier === undefined)
        faults.messages.push(
          'externalIdentifier is missing: each row of a file needs one, or use --derive-external-id',
        );
      return faults.messages.length > 0
        ? { faults: faults.messages }
        : {
            item: new CreationItem(
              payload as unknown as ListingCreation,
              String(payload.externalIdentifier),
              created,
            ),
            filled,
          };
    },
  };
};

export const listingsCreate = operation<'create'>({
  name: 'listings create',
  rows,
  listing: 'may be there',
  mayRepeat: false,
  effects: {
    create: {
      planned: 'to create',
      does: (count) => `creates ${counted(count, 'listing')}`,
      needsNoYes: true,
    },
  },
  recover: ({ key }) => new CreationSent(key, true),
  changesInventory: false,
  answers: ['url'],
});
