import fc from 'fast-check';

/**
 * Properties draw the same values in every run, so that what has passed once passes everywhere. Another PROPERTIES_SEED draws
 * other values, and PROPERTIES_SHARE=1 all of them and not a quarter, as a workflow does each night.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTIES_SEED ?? 20261123) });

/** The part of many values that is tried in this run. */
export const share = Number(process.env.PROPERTIES_SHARE ?? 0.25);

/** How often a property is tried that needs many values. */
export const times = (count: number): number => Math.ceil(count * share);

export { fc };
