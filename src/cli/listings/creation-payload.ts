import { flagName, inFlags, type UsageFault } from '../../flags/values.ts';
import { NoProfile } from '../../profiles/errors.ts';
import { NoCredentials } from '../../profiles/keys/errors.ts';
import { sources } from '../../service/constants.ts';
import { sourceWordOf } from '../../service/typed-values.ts';
import type { Invocation } from '../invocation.ts';
import { type Creation, creationFlags } from './creation-flags.ts';
import { unknownConstants } from './unknown-constants.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The flags as the service's payload. What was not given is left out; its rules are checked afterwards. */
export const payloadOf = async (invocation: Invocation, given: Creation): Promise<Payload> => {
  const chosen = sourceOf(given);
  return defined({
    shopId: given.shopId ?? (await defaultShop(invocation)),
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
  });
};

const defined = (object: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const manualFlags = ['title', 'category', 'option'] as const;

const sourceOf = (given: Creation): string | undefined =>
  given.source ??
  (manualFlags.some((name) => given[name] !== undefined) ? 'MANUAL_PRODUCT_OPTIONS' : undefined);

/** Holds the payload against the service's rules, and the flags against one another. With `noCheck` any constant will do. */
export const faultsOf = async (
  payload: Payload,
  given: Creation,
  noCheck: boolean,
): Promise<UsageFault[]> => {
  const [{ fieldsAskedBySource, listingCreation }, { faultsIn }] = await Promise.all([
    import('../../service/listing.ts'),
    import('../../service/faults.ts'),
  ]);
  const said = [...(noCheck ? [] : unknownConstants(given)), ...repetitions(given), ...contradictions(given)];
  const named = new Set(said.map(({ name }) => name));
  const broken = inFlags(faultsIn(listingCreation, payload, { anyConstants: noCheck }), creationFlags);
  const chosen = sources.find((known) => known === payload.productDataSourceType);
  const isAsked = (path: string | undefined): boolean =>
    chosen !== undefined &&
    fieldsAskedBySource(chosen).some((field) => field === path && payload[field] === undefined);
  return [...said, ...broken.filter(({ name }) => !named.has(name))].map((fault) =>
    chosen && isAsked(fault.field)
      ? { ...fault, message: `is missing: --source ${sourceWordOf(chosen)} asks for it` }
      : fault,
  );
};

/** Of two values for one name only the last would be sent. */
const repetitions = (given: Creation): UsageFault[] =>
  (['option', 'metadata'] as const).flatMap((flag) => {
    const names = (given[flag] ?? []).map(([name]) => name);
    const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
    return [...twice].map((name) => ({
      name: flagName(flag),
      message: `names ${name} twice`,
      field: `${creationFlags[flag].field}.${name}`,
    }));
  });

/** Parts of the manual options that have flags of their own. */
const ownFlags: ReadonlyMap<string, string> = new Map([
  ['title', '--title'],
  ['categories', '--category'],
]);

const contradictions = (given: Creation): UsageFault[] => [
  ...(given.option ?? []).flatMap(([name]) =>
    !ownFlags.has(name)
      ? []
      : [
          {
            name: '--option',
            message: `can't be ${name}, which has a flag of its own: ${ownFlags.get(name)}`,
          },
        ],
  ),
  ...againstSource(given),
];

const againstSource = (given: Creation): UsageFault[] => {
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
      field: creationFlags[name].field,
    }));
};

/** The shop of the profile, if there is one. That nothing says where to send it is told once all flags are right. */
const defaultShop = async (invocation: Invocation): Promise<string | undefined> => {
  try {
    return (await invocation.profile()).shopId;
  } catch (error) {
    if (error instanceof NoProfile || error instanceof NoCredentials) return undefined;
    throw error;
  }
};
