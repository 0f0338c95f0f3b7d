/** What was run last, by hand, since it takes longer than `npm test` may. */
export const measured: readonly { group: string; runs: number; misses: number; command: string }[] = [
  ...[
    { group: 'broken framing', runs: 684 },
    { group: 'odd answers', runs: 494 },
    { group: 'redirects', runs: 456 },
    { group: 'broken pages', runs: 132 },
  ].map(({ group, runs }) => ({
    group,
    runs,
    misses: 0,
    command: `npm run torture -- --only 'matrix/${group}' --seeds 1`,
  })),
  {
    group: 'arbitrary inputs, in one process',
    runs: 6600,
    misses: 0,
    command: 'npm run torture -- --only fuzz/ --inputs 6000',
  },
  {
    group: 'arbitrary inputs, a process each',
    runs: 150,
    misses: 0,
    command: "npm run torture -- --only 'fuzz by' --processes 150",
  },
];
