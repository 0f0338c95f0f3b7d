/** When that was run. */
export const measuredOn = '21 November 2026';

/** What was run last, by hand, since it takes longer than `npm test` may. */
export const measured: readonly { group: string; runs: number; misses: number; command: string }[] = [
  ...[
    { group: 'no service there', runs: 1368 },
    { group: 'lost answers', runs: 1976 },
    { group: 'broken framing', runs: 2736 },
    { group: 'odd answers', runs: 2128 },
    { group: 'wrong contents', runs: 3372 },
    { group: 'statuses', runs: 5926 },
    { group: 'redirects', runs: 1824 },
    { group: 'broken pages', runs: 528 },
    { group: 'feed links', runs: 48 },
    { group: 'feed files', runs: 440 },
  ].map(({ group, runs }) => ({
    group,
    runs,
    misses: 0,
    command: `npm run torture -- --only 'matrix/${group}' --seeds 4`,
  })),
  {
    group: 'rows of runs of which a fifth meets a fault, in six modes',
    runs: 24_000,
    misses: 0,
    command: 'npm run torture -- --only faults/ --changes 40000',
  },
  {
    group: 'the same while others change the listings, in four modes',
    runs: 16_000,
    misses: 0,
    command: 'npm run torture -- --only rivals/ --changes 40000',
  },
  ...[
    ...['set', 'adjust', 'direct', 'create', 'close', 'grade'].map((mode) => ({
      group: `kill -9 in the midst of a run: ${mode}`,
      only: `kills/${mode}`,
      runs: 84,
      flag: '--kills 84',
    })),
    { group: 'journals cut behind what was synced last', only: 'cuts/', runs: 300, flag: '--cuts 300' },
    { group: 'runs stopped with Ctrl-C', only: 'interrupts/', runs: 48, flag: '--interrupts 48' },
    {
      group: 'the same with a second Ctrl-C',
      only: 'interruptsTwice/',
      runs: 48,
      flag: '--interrupts 48',
    },
    { group: 'runs of eight shards', only: 'shards', runs: 3, flag: '--shards 3' },
  ].map(({ group, only, runs, flag }) => ({
    group,
    runs,
    misses: 0,
    command: `npm run torture -- --only ${only} ${flag}`,
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
    { group: 'kept files', runs: 20_339 },
    { group: 'compressed feeds', runs: 20_339 },
    { group: 'dialects', runs: 20_339 },
    { group: 'expressions', runs: 4_068 },
    { group: 'row forms', runs: 10_170 },
    { group: 'journals', runs: 20_339 },
  ].map(({ group, runs }) => ({
    group: `arbitrary ${group}, in one process`,
    runs,
    misses: 0,
    command: `npm run torture -- --only 'fuzz/${group}'`,
  })),
  {
    group: 'arbitrary rows, arguments, answers and journals, a process each',
    runs: 3000,
    misses: 0,
    command: "npm run torture -- --only 'fuzz by'",
  },
];
