import { execFileSync } from 'node:child_process';
import { atAll, atOne, measure } from './measure.js';

/** How often a quick row is measured in a round: one start of 20 ms says little by itself. */
const quickRuns = 10;

/**
 * Measures rows in turn, round after round, so that whatever else the machine does affects all of them alike. A row has a
 * command line of ours, perhaps something to do before it, perhaps a peer's line for the same, and goals for the ratio of
 * their times and for our memory. With `isShort`, each is measured once, its time along with its memory: that shows that it can be.
 */
export const measureRows = async (rows, { rounds, isShort }, env) => {
  const results = rows.map((row) => {
    const missing = row.peer?.needs.filter((program) => !isThere(program)) ?? [];
    return { row, missing, hasPeer: row.peer !== undefined && missing.length === 0, ours: [], peers: [] };
  });
  if (isShort) for (const result of results) await measurePair(result, 0, env, lookAt(result.row));
  for (let round = 0; round < rounds && !isShort; round++)
    for (const result of results) {
      const { isOnce, isQuick } = result.row;
      if (isOnce && round > 0) continue;
      for (let run = 0; run < (isQuick ? quickRuns : 1); run++) await measurePair(result, round + run, env);
      if (round === 0) await lookAtMemory(result, env);
    }
  return results.map(summary);
};

const measurePair = async ({ row, ours, peers, hasPeer }, turn, env, look) => {
  const runs = [async () => ours.push(await measureOurs(row, env, look))];
  if (hasPeer) runs.push(async () => peers.push(await measurePeer(row.peer, env, look)));
  // They take turns at being first, since each finds the machine as the other left it.
  for (const run of turn % 2 === 0 ? runs : runs.reverse()) await run();
};

/** Some peers are not a program, but a time. */
const measurePeer = ({ seconds, line }, env, look) =>
  seconds === undefined ? measure(line, env, look) : { seconds };

const measureOurs = async ({ before, ours }, env, look) => {
  await before?.(env);
  return measure(ours, env, look);
};

const lookAt = ({ isQuick }) => (isQuick ? atOne : atAll);

/** Takes the memory in runs of their own, since watching a process slows it down. */
const lookAtMemory = async ({ row, ours, peers, hasPeer }, env) => {
  const look = lookAt(row);
  ours[0].peakMegabytes = (await measureOurs(row, env, look)).peakMegabytes;
  if (hasPeer) peers[0].peakMegabytes = (await measurePeer(row.peer, env, look)).peakMegabytes;
};

const summary = ({ row, missing, ours, peers }) => ({
  name: row.name,
  ours: summed(ours),
  ...(row.peer && { peer: { name: row.peer.name, ...(missing.length > 0 ? { missing } : summed(peers)) } }),
  ...(peers.length > 0 && {
    ratio: spread(ours.map(({ seconds }, index) => seconds / peers[index].seconds)),
  }),
  ...(row.goal && { goal: row.goal }),
  ...(row.memoryGoal && { memoryGoal: row.memoryGoal }),
});

const summed = (runs) => {
  const peaks = runs.map(({ peakMegabytes }) => peakMegabytes).filter((peak) => peak !== undefined);
  return {
    seconds: spread(runs.map(({ seconds }) => seconds)).median,
    ...(peaks.length > 0 && { peakMegabytes: Math.max(...peaks) }),
  };
};

const isThere = (program) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The value below which a share of the numbers lies, interpolated between two of them. */
const quantile = (numbers, share) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place - Math.floor(place));
};

/** Median and quartiles of some numbers. */
const spread = (numbers) => ({
  median: quantile(numbers, 0.5),
  quartiles: [quantile(numbers, 0.25), quantile(numbers, 0.75)],
});
