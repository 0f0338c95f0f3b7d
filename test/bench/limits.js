import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, temporaryFolder, writeRows } from './sandbox.js';

/**
 * Many changes at a service with a limit, beside the time in which the limit allows them. How other limits are met is tried in
 * test/http/rate/, where time is simulated.
 */
export const limits = async ({ isShort, resale, atEnd }) => {
  const folder = await temporaryFolder(atEnd);
  const row = async (name, { rows, rate, burst, latencyMs = 5, goal, shards = 1 }) => {
    const count = isShort ? rows / 10 : rows;
    const limit = `--rate ${rate}/s --burst ${burst} --latency ${latencyMs}`;
    const { reached, close } = await startSandbox(resale, `--listings ${count} ${limit}`);
    atEnd(close);
    const file = join(folder, `${rows}.csv`);
    await writeRows(file, count, resale);
    const adjust = `${reached} ${resale} inventory adjust --from ${file} --run all --yes --quiet -o ndjson`;
    const numbers = Array.from({ length: shards }, (_, at) => at + 1);
    const begun = numbers.map((shard) => `${adjust} --shard ${shard}/${shards} > /dev/null & p${shard}=$!;`);
    const ended = numbers.map((shard) => `wait $p${shard}`);
    return {
      name: `${count} ${name}`,
      // Until the burst is there again.
      before: () => wait((burst / rate) * 1000),
      // The parts of one plan share the folder in which it is.
      line: `export RESALE_STATE_DIR=$(mktemp -d ${folder}/XXXXXX); ${begun.join(' ')} ${ended.join(' && ')}`,
      peer: { name: 'what the limit allows', seconds: (count - burst) / rate },
      goal,
    };
  };
  return [
    await row('at 100 a second, burst 20', { rows: 1000, rate: 100, burst: 20, goal: 1.25 }),
    await row('at 10 a second, burst 10', { rows: 200, rate: 10, burst: 10, latencyMs: 50, goal: 1.25 }),
    await row('by two shards', { rows: 2000, rate: 100, burst: 20, shards: 2, goal: 1.35 }),
  ];
};
