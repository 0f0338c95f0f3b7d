/** What to do where somebody else changed the inventory in between. */
export const onConflictChoices = ['fail', 'skip', 'retry'] as const;
export type OnConflict = (typeof onConflictChoices)[number];
