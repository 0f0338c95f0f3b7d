import { formatFittingListing } from '../../changes/listing-name.ts';
import { perform } from '../../changes/perform.ts';
import { saysNotFound } from '../../http/call-error.ts';
import { defined } from '../../json/defined.ts';
import { printableAnswer, tellOddity } from '../../line/confirmed-record.ts';
import { sharedNames } from '../../line/flags/value-kinds.ts';
import { inFlags, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { Advised } from '../../line/usage-error.ts';
import type { ActiveProfile } from '../../profiles/active-profile.ts';
import { NoCredentials, NoProfile } from '../../profiles/keys/key-errors.ts';
import { conditions, sources } from '../../service/constants.ts';
import { creationRows, type Holds } from '../../service/creation-fields.ts';
import type { ListingCreation } from '../../service/listing-schemas.ts';
import { labelPrice, onLabel } from '../../service/prices.ts';
import { isFault, sourceWordOf, wordOf } from '../../service/typed-values.ts';
import type { Result } from '../../terminal/results.ts';
import { asWords } from '../../words/counted.ts';
import { didYouMean } from '../../words/nearest.ts';
import { flagName, type MakeLine } from '../../words/resale-line.ts';
import { type Creation, creationFlags } from './creation-flags.ts';

export type CreationPayload = Readonly<Record<string, unknown>>;

/** Builds the service's payload from the flags. Missing flags are left out; the rules are checked later. */
export const payloadOf = async (invocation: Invocation, creation: Creation): Promise<CreationPayload> => {
  const fields = defined({
    ...creation,
    source: sourceOf(creation),
    shopId: creation.shopId ?? (await profileSettings(invocation)).shopId,
    price: unitsOf(creation, await currencyOf(invocation)),
  });
  const isManual = fields.source === 'MANUAL_PRODUCT_OPTIONS';
  const payload: Record<string, unknown> = {};
  for (const { name, field } of creationRows) {
    const value = (fields as Record<string, unknown>)[name];
    const [whole = '', part] = field.split('.');
    if (whole === 'manualProductOptions' ? !isManual : value === undefined) continue;
    const parts =
      part === 'NAME'
        ? Object.fromEntries((value ?? []) as [string, unknown][])
        : defined({ [`${part}`]: value });
    payload[whole] = part === undefined ? value : { ...(payload[whole] ?? {}), ...parts };
  }
  return payload;
};

const manualFlags = ['title', 'category', 'option'] as const;

const sourceOf = (creation: Creation): string | undefined =>
  creation.source ??
  (manualFlags.some((name) => creation[name] !== undefined) ? 'MANUAL_PRODUCT_OPTIONS' : undefined);

/** The settings of the profile, if there is one. A missing profile is reported once all flags are valid. */
const profileSettings = async (invocation: Invocation): Promise<Partial<ActiveProfile>> => {
  try {
    return await invocation.profile();
  } catch (error) {
    if (error instanceof NoProfile || error instanceof NoCredentials) return {};
    throw error;
  }
};

/** The currency of prices as on a label; undefined if the profile has none. Its file may have been edited, in small letters. */
export const currencyOf = async (invocation: Invocation): Promise<string | undefined> =>
  (await profileSettings(invocation)).currency?.toUpperCase();

/** The price in the smallest unit; undefined if it is missing or invalid. */
const unitsOf = ({ price }: Creation, currency: string | undefined): number | undefined => {
  const units = price === undefined ? undefined : labelPrice(price, currency);
  return isFault(units) ? undefined : units;
};

const priceFaults = ({ price }: Creation, currency: string | undefined): UsageFault[] => {
  const read = price === undefined ? undefined : labelPrice(price, currency);
  return isFault(read) ? [{ name: '--price', message: read.fault, field: 'originalPrice' }] : [];
};

interface Checking {
  /** Accepts any constant. */
  noCheck: boolean;
  /** The price was typed in the smallest unit, valid or not. */
  isInUnits: boolean;
}

/** Checks the payload against the service's rules, and the flags against one another. */
export const faultsOf = async (
  invocation: Invocation,
  payload: CreationPayload,
  creation: Creation,
  { noCheck, isInUnits }: Checking,
): Promise<UsageFault[]> => {
  const { creationFaults } = await import('../../changes/creation-rules.ts');
  const faults = [
    ...(noCheck ? [] : unknownConstants(creation)),
    ...priceFaults(creation, await currencyOf(invocation)),
    ...repetitions(creation),
    ...optionsOfOwnFlags(creation),
    ...againstSource(creation),
  ];
  const named = new Set(faults.map(({ name }) => name));
  const chosen = sources.find((known) => known === payload.productDataSourceType);
  // Two flags set the price. A fault without either names --price, which people look for.
  const { price: _, ...others } = creationFlags;
  const flags = isInUnits ? others : creationFlags;
  const broken = inFlags(creationFaults(payload, noCheck), flags)
    .filter(({ name }) => !named.has(name))
    .map((fault) =>
      chosen
        ? { ...fault, message: fault.message.replace(chosen, `--source ${sourceWordOf(chosen)}`) }
        : fault,
    );
  return [...faults, ...broken];
};

const constants: Partial<Record<Holds, readonly string[]>> = { condition: conditions, source: sources };

/** The flags with a constant that the tool does not know. */
const unknownConstants = (creation: Creation): UsageFault[] =>
  creationRows.flatMap(({ name, field, holds }) => {
    const known = constants[holds];
    const { [name]: constant } = creation as Readonly<Record<string, unknown>>;
    if (known === undefined || typeof constant !== 'string' || known.includes(constant)) return [];
    const { choices = [] } = creationFlags[name as 'condition'];
    const message = `must be one of ${choices.join(', ')}, not '${constant}'${didYouMean(wordOf(constant), choices)}`;
    return [{ name: flagName(name), message, field }];
  });

/** If one name had two values, only the last one would be sent. */
const repetitions = (creation: Creation): UsageFault[] =>
  (['option', 'metadata'] as const).flatMap((flag) =>
    sharedNames(creation[flag]).map((name) => ({
      name: flagName(flag),
      message: `names ${name} twice`,
      field: `${creationFlags[flag].field}.${name}`,
    })),
  );

const ownFlags: Readonly<Record<string, string>> = { title: '--title', categories: '--category' };

const optionsOfOwnFlags = (creation: Creation): UsageFault[] =>
  (creation.option ?? [])
    .filter(([name]) => Object.hasOwn(ownFlags, name))
    .map(([name]) => ({
      name: '--option',
      message: `can't be ${name}, which has its own flag: ${ownFlags[name]}`,
    }));

const againstSource = (creation: Creation): UsageFault[] => {
  const chosen = sourceOf(creation);
  if (chosen === undefined || chosen === 'MANUAL_PRODUCT_OPTIONS') return [];
  const message = 'goes only with --source manual';
  return manualFlags
    .filter((name) => creation[name] !== undefined)
    .map((name) => ({ name: flagName(name), message, field: creationFlags[name].field }));
};

/** At a terminal, asks before an item is listed again: an open listing has its external identifier. */
export const askIfListed = async (
  invocation: Invocation,
  { externalIdentifier: value }: CreationPayload,
): Promise<void> => {
  const { dryRun, yes } = invocation.settings;
  if (typeof value !== 'string' || value === '' || dryRun || yes || !invocation.isInteractive()) return;
  const { findByNames } = await import('../../names/find-listings.ts');
  const found = await findByNames(await invocation.client(), [{ by: 'externalIdentifier', value }]);
  const open = found.candidates(1).filter(({ state }) => state === 'OPEN');
  if (open.length === 0) return;
  const what = `${value} is on sale already: ${open.map(formatFittingListing).join('; ')}.`;
  await invocation.confirm(what, `${what} List it once more?`);
};

/** Creates a listing with one request, or with --dry-run shows the request. */
export const sendListing = async (
  invocation: Invocation,
  payload: CreationPayload,
  noCheck: boolean,
): Promise<Result> => {
  const { io, settings, settling } = invocation;
  const client = await invocation.connect({ signal: io.interruption, anyConstants: noCheck });
  const { CreateListing } = await import('../../changes/create-listing.ts');
  const currency = await currencyOf(invocation);
  const step = new CreateListing(payload as ListingCreation, { currency });
  const what = formatNewListing(step.payload, currency);
  if (settings.dryRun) return previewed([step.preview(client)], settings, false, [`Would list ${what}.`]);
  const done = await perform(step, { client, settling }).catch((error) => {
    throw withAdvice(error, step.payload, invocation.here);
  });
  const { externalIdentifier, sku } = step.created;
  if (done.id !== undefined && externalIdentifier !== undefined) {
    const { createdNotes } = await import('../../runs/command/created-notes.ts');
    const notes = createdNotes(invocation);
    notes.note({ id: done.id, externalIdentifier, sku });
    await notes.written();
  }
  tellOddity(invocation, done);
  return {
    kind: 'record',
    record: printableAnswer(done.answer ?? {}, invocation),
    sentence: `✓ Listed ${what} (${done.id?.slice(0, 8)})\n  ${done.url ?? done.id}`,
  };
};

/** `Wool coat, excellent, 129.00 EUR` */
const formatNewListing = (
  { manualProductOptions, productIdentifier, condition, originalPrice }: ListingCreation,
  currency: string | undefined,
): string =>
  [
    manualProductOptions?.title ?? productIdentifier,
    asWords(condition),
    ...(originalPrice === undefined ? [] : [onLabel(originalPrice, currency)]),
  ].join(', ');

/** The parts of a new listing that a service may not know: how its error names them, and the advice. */
const candidates = [
  {
    field: 'commercePlatformDomain',
    named: /domain/i,
    advice: (domain: unknown) => `The store was ${domain}; name another with --commerce-domain.`,
  },
  {
    field: 'productIdentifier',
    named: /product|sku|variant/i,
    advice: (product: unknown, source: string) =>
      `The product was ${product}, by --source ${source}; name another with --product-id, or another kind of identifier with --source.`,
  },
  {
    field: 'shopId',
    named: /shop/i,
    advice: (shop: unknown, _source: string, here: MakeLine) =>
      `The shop was ${shop}; name another with --shop-id. \`${here('shops lookup', ['DOMAIN'])}\` shows a shop's identifier.`,
  },
] as const;

/**
 * A refused creation. If the service does not know a part of it, the error gets advice about the part that its text names, or
 * about all candidates.
 */
const withAdvice = (error: unknown, payload: ListingCreation, here: MakeLine): unknown => {
  if (!saysNotFound(error)) return error;
  const possible = candidates.filter(({ field }) => payload[field] !== undefined);
  const named = possible.find(({ named }) => named.test(error.facts.serviceMessage ?? ''));
  const source = sourceWordOf(payload.productDataSourceType);
  const advice = (named ? [named] : possible).map(({ field, advice }) =>
    advice(payload[field], source, here),
  );
  return new Advised(error, advice.join(' '));
};
