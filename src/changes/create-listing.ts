import type { CallError } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import { readListings } from '../http/listing-pages.ts';
import type { Listing, ListingCreation } from '../service/listing-schemas.ts';
import type { Done } from './outcome.ts';
import type { SettleOptions } from './settling.ts';
import type { ProbeResult, RefusalProbeResult, Step, Unconfirmed } from './step.ts';

/** The waits before each search, in milliseconds. */
const probeWaits: readonly number[] = [0, 2_000, 3_000, 5_000, 20_000];

/** What the created listing must look like; undefined where nobody knows. */
export interface NewListing {
  externalIdentifier: string | undefined;
  sku?: string | undefined;
  condition?: string | undefined;
}

/** A creation that was sent. It can be found by its external identifier. */
export class CreationSent implements Unconfirmed {
  readonly id = undefined;
  readonly before = null;
  readonly clause: string;
  readonly noEvidence: string;

  constructor(
    readonly created: NewListing,
    /** The listings that had the identifier before; undefined if nobody looked. A new one with it is the created one. */
    readonly had: readonly string[] | undefined,
  ) {
    const { externalIdentifier } = created;
    this.clause = `Creating the listing${externalIdentifier ? ` ${externalIdentifier}` : ''}`;
    this.noEvidence = externalIdentifier
      ? 'the list could not be searched for it'
      : "without an external identifier it can't be told from others";
  }

  async probe(client: Client, settling: SettleOptions): Promise<ProbeResult> {
    const { created, had } = this;
    if (!created.externalIdentifier) return { evidence: this.noEvidence };
    const listings = await otherListingsWith(client, created.externalIdentifier, new Set(had), settling);
    const found = listings.map(({ id }) => id);
    const [only] = listings;
    if (only === undefined)
      return { evidence: `no ${had?.length ? 'other ' : ''}listing has its external identifier so far` };
    const other = listings.length === 1 ? differenceFrom(created, only) : undefined;
    if (listings.length === 1 && had && other === undefined)
      return { done: { outcome: 'converged', id: only.id } };
    const where = found.length === 1 ? 'the listing' : `${found.length} listings:`;
    const but = other === undefined ? '' : `, which has ${other}`;
    return { evidence: `its external identifier is on ${where} ${found.join(', ')}${but}`, found };
  }

  /** A gateway may have delivered it twice, and the service have refused the second one because of the first. */
  async afterRefusal(
    refusal: CallError,
    client: Client,
    settling: SettleOptions,
  ): Promise<RefusalProbeResult> {
    if (refusal.facts.status !== 409 || !this.created.externalIdentifier) return { error: refusal };
    settling.yields?.();
    const seen = await this.probe(client, settling);
    return 'done' in seen || seen.found ? seen : { error: refusal };
  }
}

/** What tells a listing from the created one: `another condition, GOOD`. Undefined if it fits. */
const differenceFrom = ({ sku, condition }: NewListing, listing: Listing): string | undefined => {
  if (sku !== undefined && listing.sku != null && listing.sku !== sku) return `another SKU, ${listing.sku}`;
  return condition !== undefined && listing.condition != null && listing.condition !== condition
    ? `another condition, ${listing.condition}`
    : undefined;
};

/** Searches the list until a listing that is not in `known` has the external identifier. Returns all such listings. */
const otherListingsWith = async (
  client: Client,
  name: string,
  known: ReadonlySet<string>,
  { clock, signal }: SettleOptions,
): Promise<Listing[]> => {
  const found: Listing[] = [];
  for (const wait of probeWaits) {
    await clock.sleep(wait, signal);
    // Another listing may be as odd as it likes, even null.
    const mayBeOdd = (listing: unknown) => (listing as Listing | null)?.externalIdentifier !== name;
    for await (const page of readListings(client, { mayBeOdd }))
      for (const listing of page)
        if (!mayBeOdd(listing) && !known.has(listing.id.toLowerCase())) found.push(listing);
    if (found.length > 0) break;
  }
  return found;
};

interface CreationOptions {
  had?: readonly string[];
  created?: Set<string>;
}

/** The request is never sent twice: that could list the item twice. */
export class CreateListing extends CreationSent implements Step {
  /** Listings created by other rows of the file: an answer that names one of them is not about this row. */
  readonly #ofRun: Set<string>;
  readonly effect = 'create';
  readonly after = null;
  readonly closes = false;

  constructor(
    readonly payload: ListingCreation,
    { had, created = new Set() }: CreationOptions = {},
  ) {
    const { externalIdentifier, condition, productDataSourceType, productIdentifier } = payload;
    // A listing shows only the SKU of the commerce platform, and no other product identifier.
    const sku = productDataSourceType === 'COMMERCE_SKU' ? productIdentifier : undefined;
    super({ externalIdentifier: externalIdentifier ?? undefined, sku, condition }, had);
    this.#ofRun = created;
  }

  /** Others may have its SKU, too: it helps a person to look, and decides nothing. */
  get name() {
    return this.created.externalIdentifier ?? this.created.sku;
  }

  get intent() {
    const { had = [] } = this;
    const { externalIdentifier: key, sku, condition } = this.created;
    if (key === undefined) return {};
    return {
      key,
      ...(sku !== undefined && { sku }),
      ...(condition !== undefined && { condition }),
      ...(had.length > 0 && { had: [...had] }),
    };
  }

  preview(client: Client) {
    return client.preview('createListing', { body: this.payload });
  }

  async send(client: Client): Promise<Done> {
    // Its id alone confirms that it was created.
    const answer = await client.call(
      'createListing',
      { body: this.payload },
      {
        mayBeWrong: ([field], value) => field !== undefined && (field !== 'id' || isText(value)),
        doubt: ({ id }) => {
          if (this.#ofRun.has(id.toLowerCase()))
            return `the answer names a listing that another row has created (${id})`;
          return this.had?.includes(id.toLowerCase())
            ? `the answer names a listing that had the external identifier before (${id})`
            : undefined;
        },
      },
    );
    const { id, url }: { id: string; url: unknown } = answer;
    this.#ofRun.add(id.toLowerCase());
    return { outcome: 'applied', id, answer, url: isText(url) ? url : undefined };
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
