/** What was run last, by hand, since it takes longer than `npm test` may. */
export const measured: readonly { group: string; runs: number; misses: number; command: string }[] = [
  ...[
    { group: 'broken framing', runs: 684 },
    { group: 'odd answers', runs: 494 },
    { group: 'redirects', runs: 456 },
    { group: 'broken pages', runs: 132 },
    { group: 'feed links', runs: 12 },
    { group: 'feed files', runs: 110 },
  ].map(({ group, runs }) => ({
    group,
    runs,
    misses: 0,
    command: `npm run torture -- --only 'matrix/${group}' --seeds 1`,
  })),
  {
    group: 'arbitrary inputs, in one process',
    runs: 18_004,
    misses: 0,
    command: 'npm run torture -- --only fuzz/ --inputs 18000',
  },
  {
    group: 'arbitrary inputs, a process each',
    runs: 100,
    misses: 0,
    command: "npm run torture -- --only 'fuzz by' --processes 100",
  },
];
