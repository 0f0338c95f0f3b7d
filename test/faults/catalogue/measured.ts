/** What was run last, by hand, since it takes longer than `npm test` may. */
export const measured: readonly { group: string; runs: number; misses: number; command: string }[] = [
  {
    group: 'no service there',
    runs: 684,
    misses: 0,
    command: "npm run torture -- --only 'matrix/no service there' --seeds 2",
  },
  ...[
    { group: 'lost answers', runs: 494 },
    { group: 'broken framing', runs: 684 },
    { group: 'odd answers', runs: 532 },
    { group: 'wrong contents', runs: 843 },
    { group: 'statuses', runs: 1443 },
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
  ...[
    { group: 'rows', runs: 50_848 },
    { group: 'payloads', runs: 20_339 },
    { group: 'arguments', runs: 50_848 },
    { group: 'answers', runs: 20_339 },
    { group: 'cursors', runs: 20_339 },
    { group: 'feed bytes', runs: 40_678 },
    { group: 'profile files', runs: 20_339 },
    { group: 'records', runs: 30_509 },
    { group: 'fields', runs: 10_170 },
  ].map(({ group, runs }) => ({
    group: `arbitrary ${group}, in one process`,
    runs,
    misses: 0,
    command: `npm run torture -- --only 'fuzz/${group}'`,
  })),
  {
    group: 'arbitrary inputs, a process each',
    runs: 100,
    misses: 0,
    command: "npm run torture -- --only 'fuzz by' --processes 100",
  },
];
