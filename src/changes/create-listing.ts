import type { Client } from '../client/client.ts';
import type { CallError } from '../client/errors.ts';
import { readListings } from '../client/listings.ts';
import type { Listing, ListingCreation } from '../service/listing.ts';
import type { Done } from './outcome.ts';
import type { ProbeResult, RefusalProbeResult, SettleOptions, Step, Unconfirmed } from './step.ts';

/** The waits before each search, in milliseconds. */
const probeWaits: readonly number[] = [0, 2_000, 3_000, 5_000, 20_000];

/** A creation that was sent. It can be found by its external identifier. */
export class CreationSent implements Unconfirmed {
  readonly id = undefined;
  readonly before = null;
  readonly clause: string;
  readonly noEvidence: string;

  constructor(
    readonly externalIdentifier: string | undefined,
    /** The listings that had the identifier before; undefined if nobody looked. A new one with it is the created one. */
    readonly had: readonly string[] | undefined,
  ) {
    this.clause = `Creating the listing${externalIdentifier ? ` ${externalIdentifier}` : ''}`;
    this.noEvidence = externalIdentifier
      ? 'the list could not be searched for it'
      : "without an external identifier it can't be looked for";
  }

  async probe(client: Client, settling: SettleOptions, waits = probeWaits): Promise<ProbeResult> {
    if (!this.externalIdentifier) return { evidence: this.noEvidence };
    const { externalIdentifier, had } = this;
    const found = await otherListingsWith(client, externalIdentifier, new Set(had), settling, waits);
    const [only] = found;
    if (only === undefined)
      return { evidence: `no ${had?.length ? 'other ' : ''}listing has its external identifier so far` };
    if (found.length === 1 && had) return { done: { outcome: 'converged', id: only } };
    const where = found.length === 1 ? 'the listing' : `${found.length} listings:`;
    return { evidence: `its external identifier is on ${where} ${found.join(', ')}`, found };
  }

  /** A gateway may have delivered it twice, and the service have refused the second one because of the first. */
  async afterRefusal(
    refusal: CallError,
    client: Client,
    settling: SettleOptions,
  ): Promise<RefusalProbeResult> {
    if (refusal.facts.status !== 409 || !this.externalIdentifier) return { error: refusal };
    const seen = await this.probe(client, settling, [0]);
    return 'done' in seen || seen.found ? seen : { error: refusal };
  }
}

/** Searches the list until a listing that is not in `known` has the external identifier. Returns all such ids. */
const otherListingsWith = async (
  client: Client,
  name: string,
  known: ReadonlySet<string>,
  { clock, signal }: SettleOptions,
  waits: readonly number[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const wait of waits) {
    await clock.sleep(wait, signal);
    // Another listing may be as odd as it likes, even null.
    const mayBeOdd = (listing: unknown) => (listing as Listing | null)?.externalIdentifier !== name;
    for await (const page of readListings(client, { mayBeOdd }))
      for (const listing of page)
        if (!mayBeOdd(listing) && !known.has(listing.id.toLowerCase())) found.push(listing.id);
    if (found.length > 0) break;
  }
  return found;
};

/** The request is never sent twice: that could list the item twice. */
export class CreateListing extends CreationSent implements Step {
  /** Listings created by other rows of the file: an answer that names one of them is not about this row. */
  readonly #created: Set<string>;
  readonly effect = 'create';
  readonly after = null;
  readonly closes = false;

  constructor(
    readonly payload: ListingCreation,
    { had, created = new Set() }: { had?: readonly string[]; created?: Set<string> } = {},
  ) {
    super(payload.externalIdentifier ?? undefined, had);
    this.#created = created;
  }

  get intent() {
    const { externalIdentifier: key, had = [] } = this;
    return key === undefined ? {} : { key, ...(had.length > 0 ? { had: [...had] } : {}) };
  }

  get facts() {
    const { manualProductOptions, productIdentifier, condition, originalPrice, shopId } = this.payload;
    return {
      title: manualProductOptions?.title,
      product: productIdentifier,
      condition,
      'original price': originalPrice,
      'external identifier': this.externalIdentifier,
      shop: shopId,
    };
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
        doubt: ({ id }) => {
          if (this.#created.has(id.toLowerCase()))
            return `the answer names a listing that another row has created (${id})`;
          return this.had?.includes(id.toLowerCase())
            ? `the answer names a listing that had the external identifier before (${id})`
            : undefined;
        },
      },
    );
    const { id, url }: { id: string; url: unknown } = answer;
    this.#created.add(id.toLowerCase());
    return { outcome: 'applied', id, answer, oddity, url: isText(url) ? url : undefined };
  }
}

const isText = (said: unknown): said is string => typeof said === 'string' && said.trim() !== '';
