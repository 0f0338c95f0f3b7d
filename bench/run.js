// npm run bench [-- NAME...] [--short] [--rounds N] [--json] [--bin FILE]: measures this tool beside others, in one interleaved run.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bulk } from './bulk.js';
import { feed } from './feed.js';
import { measure } from './measure.js';
import { report } from './report.js';
import { spread } from './statistics.js';

/** What can be measured, by name. Each makes its rows: a command line of ours, and perhaps a peer's for the same. */
const scenarios = { feed, bulk };

/** What a user's shell would have, but no settings that change what is measured. */
const environment = () => {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...rest } = process.env;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^RESALE_|_proxy$/i.test(name)));
  return {
    ...own,
    RESALE_CLIENT_ID: 'bench-client',
    RESALE_API_KEY: 'bench-key',
    RESALE_CONFIG_DIR: '/nonexistent',
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

/** Measures all rows in turn, and that again in each round, so that whatever else the machine does hits all alike. */
const measured = async (rows, rounds, env) => {
  const results = rows.map((row) => {
    const missing = row.peer?.needs.filter((program) => !isThere(program)) ?? [];
    return { row, missing, ours: [], peers: [] };
  });
  for (let round = 0; round < rounds; round++)
    for (const { row, missing, ours, peers } of results) {
      const runs = [async () => ours.push(await measure(row.ours, env))];
      if (row.peer && missing.length === 0)
        runs.push(async () => peers.push(await measure(row.peer.line, env)));
      // Neither is always the one that finds the machine as the other left it.
      for (const run of round % 2 === 0 ? runs : runs.reverse()) await run();
    }
  return results.map(({ row, missing, ours, peers }) => ({
    name: row.name,
    ours: summed(ours),
    ...(row.peer && { peer: { name: row.peer.name, ...(missing.length > 0 ? { missing } : summed(peers)) } }),
    ...(peers.length > 0 && {
      ratio: spread(ours.map(({ seconds }, index) => seconds / peers[index].seconds)),
    }),
    ...(row.goal && { goal: row.goal }),
  }));
};

const summed = (runs) => {
  const peaks = runs.map(({ peakMegabytes }) => peakMegabytes).filter((peak) => peak !== undefined);
  return {
    seconds: spread(runs.map(({ seconds }) => seconds)).median,
    ...(peaks.length > 0 && { peakMegabytes: Math.max(...peaks) }),
  };
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    json: { type: 'boolean' },
    rounds: { type: 'string' },
    bin: { type: 'string' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
const bin = values.bin ?? fileURLToPath(new URL('../bin/resale.js', import.meta.url));
const rounds = Number(values.rounds ?? (values.short ? 1 : 5));
const refuse = (problem) => {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
};
for (const name of names)
  if (!Object.hasOwn(scenarios, name))
    refuse(`There is no ${name} to measure; there are: ${Object.keys(scenarios).join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds must be a whole number above 0.');
const machine = { node: process.version, cpus: cpus().length, loadBefore: loadavg()[0] };
const found = [];
for (const name of names) {
  const scenario = await scenarios[name]({
    short: values.short === true,
    resale: `'${process.execPath}' '${bin}'`,
  });
  try {
    found.push({
      name,
      about: scenario.about,
      results: await measured(scenario.rows, rounds, environment()),
    });
  } finally {
    await scenario.close();
  }
}
process.stdout.write(
  values.json
    ? `${JSON.stringify({ machine, rounds, scenarios: found }, null, 2)}\n`
    : report({ machine, rounds, scenarios: found }),
);
