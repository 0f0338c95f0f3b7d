/**
 * The settings of a profile that are one text each, in the order of `--unset`: the field, the flag that sets it, and what it is called
 * where it is shown or was changed.
 */
export const textSettings = [
  { field: 'clientId', flag: 'clientId', title: 'client id' },
  { field: 'shopId', flag: 'shopId', title: 'shop' },
  { field: 'currency', flag: 'currency', title: 'currency' },
  { field: 'output', flag: 'defaultOutput', title: 'output' },
  { field: 'rate', flag: 'rate', title: 'rate' },
  { field: 'caBundle', flag: 'caBundle', title: 'CA bundle' },
] as const;
