import { product } from '../service/feed.ts';

/** The word that deployments have another one for. */
const word = 'commerce';
const worded = Object.keys(product.shape).filter((field) => field.startsWith(word));

/** The names of an entry's fields that are not documented. */
export const undocumented = (entry: unknown): string[] =>
  typeof entry === 'object' && entry !== null
    ? Object.keys(entry).filter((field) => !Object.hasOwn(product.shape, field))
    : [];

/** Watches products go by for fields that the deployment seems to call otherwise than the dialect says. */
export const misnamedFields = () => {
  const met = new Set<string>();
  const unknown = new Set<string>();
  return {
    look(entry: object): void {
      for (const field of Object.keys(entry))
        (Object.hasOwn(product.shape, field) ? met : unknown).add(field);
    },
    /** Documented fields that no product had, each with those that end like it: `commerceTags`, `martTags`. */
    found: (): [field: string, alike: string[]][] =>
      worded
        .filter((field) => !met.has(field))
        .map((field): [string, string[]] => [
          field,
          [...unknown].filter((name) => name.endsWith(field.slice(word.length))),
        ])
        .filter(([, alike]) => alike.length > 0),
  };
};
