import { defined } from '../../json/defined.ts';
import { sharedNames } from '../../line/flags/value-kinds.ts';
import { inFlags, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { ActiveProfile } from '../../profiles/active-profile.ts';
import { NoCredentials, NoProfile } from '../../profiles/keys/key-errors.ts';
import { conditions, sources } from '../../service/constants.ts';
import { creationRows, type Holds } from '../../service/creation-fields.ts';
import { labelPrice } from '../../service/prices.ts';
import { isFault, sourceWordOf, wordOf } from '../../service/typed-values.ts';
import { didYouMean } from '../../words/nearest.ts';
import { flagName } from '../../words/resale-line.ts';
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
