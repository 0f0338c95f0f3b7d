import { spawnSync } from 'node:child_process';
import { measure, measureMemory } from './measure.js';

/** How often a quick row is measured in a round: one start of 20 ms says little by itself. */
const quickRuns = 10;

/**
 * Measures rows in turn, round after round, so that whatever else the machine does affects all of them alike. A row has a
 * command line of ours, perhaps something to do before it, perhaps a peer's line (or time) for the same, and goals for the
 * ratio of their times and for our memory. With `isShort` there are no goals: small numbers show only that it can be measured, and
 * the memory of the first row that it can be, too.
 */
export const measureRows = async (rows, { rounds, isShort, env }) => {
  const results = rows.map(({ goal, memoryGoal, ...row }) => {
    const missing = row.peer?.needs?.filter((program) => !isThere(program)) ?? [];
    return { ...row, ...(isShort ? {} : { goal, memoryGoal }), missing, ours: [], peers: [] };
  });
  for (let round = 0; round < rounds; round++)
    for (const result of results) {
      if (result.isOnce && round > 0) continue;
      const runs = result.isQuick && !isShort ? quickRuns : 1;
      for (let run = 0; run < runs; run++) await measurePair(result, round + run, env);
    }
  for (const result of isShort ? results.slice(0, 1) : results) {
    const { before, line, peer, missing } = result;
    await before?.(env);
    result.memory = await measureMemory(line, env);
    if (peer?.line && missing.length === 0) result.peerMemory = await measureMemory(peer.line, env);
  }
  return results.map(({ ours, peers, ...result }) => ({
    ...result,
    seconds: quantile(ours, 0.5),
    ...(peers.length > 0 && {
      peerSeconds: quantile(peers, 0.5),
      ratios: [0.25, 0.5, 0.75].map((share) =>
        quantile(
          ours.map((one, at) => one / peers[at]),
          share,
        ),
      ),
    }),
  }));
};

const measurePair = async ({ before, line, peer, missing, ours, peers }, turn, env) => {
  const runs = [
    async () => {
      await before?.(env);
      ours.push(await measure(line, env));
    },
    async () => peer && missing.length === 0 && peers.push(peer.seconds ?? (await measure(peer.line, env))),
  ];
  // They take turns at being first, since each finds the machine as the other left it.
  for (const run of turn % 2 === 0 ? runs : runs.reverse()) await run();
};

const isThere = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** The value below which a share of the numbers lies, interpolated between two of them. */
const quantile = (numbers, share) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place - Math.floor(place));
};
