/** What a sandbox begins with where nothing else is said. */
export const defaultContents = { products: 200, listings: 120, seed: 1 } as const;
