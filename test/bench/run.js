// npm run bench [-- NAME...] [--short] [--rounds N] [--json | --markdown] [--gate] [--bin FILE]: measures this tool beside
// others, in one interleaved run. With --gate the exit code is 1 where a figure is past its goal by more than a quarter.
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bulk } from './bulk.js';
import { calls } from './calls.js';
import { feed } from './feed.js';
import { limits } from './limits.js';
import { plan } from './plan.js';
import { markdown, pastTheirGoals, report } from './report.js';
import { measureRows } from './rounds.js';
import { start } from './start.js';

/** What can be measured, by name. Each makes its rows. */
const scenarios = { start, calls, feed, bulk, limits, plan };

/** What a user's shell would have, without settings that change what is measured. */
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    gate: { type: 'boolean' },
    rounds: { type: 'string' },
    bin: { type: 'string' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
const bin = values.bin ?? fileURLToPath(new URL('../../bin/resale.js', import.meta.url));
const isShort = values.short === true;
const rounds = isShort ? 1 : Number(values.rounds ?? 5);
const refuse = (problem) => {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
};
for (const name of names)
  if (!Object.hasOwn(scenarios, name))
    refuse(`There is no ${name} to measure; there are: ${Object.keys(scenarios).join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds must be a whole number above 0.');
if (values.gate && isShort) refuse('--short has no goals for --gate to hold.');
const machine = { node: process.version, cpus: cpus().length, loadBefore: loadavg()[0] };
const found = { machine, rounds, scenarios: [] };
for (const name of names) {
  const scenario = await scenarios[name]({
    short: isShort,
    resale: `'${process.execPath}' '${bin}'`,
  });
  try {
    const results = await measureRows(scenario.rows, { rounds, isShort }, environment());
    found.scenarios.push({ name, about: scenario.about, results });
  } finally {
    await scenario.close();
  }
}
const print = values.json
  ? (all) => `${JSON.stringify(all, null, 2)}\n`
  : values.markdown
    ? markdown
    : report;
process.stdout.write(print(found));
if (values.gate) {
  const past = pastTheirGoals(found.scenarios);
  for (const sentence of past) process.stderr.write(`${sentence}\n`);
  if (past.length > 0) process.exitCode = 1;
}
