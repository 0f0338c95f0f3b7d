import fc from 'fast-check';

/**
 * Properties draw the same values in every run, so that what has passed once passes everywhere. Another PROPERTIES_SEED draws
 * other values, as a workflow does each night.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTIES_SEED ?? 20261123) });

export { fc };
