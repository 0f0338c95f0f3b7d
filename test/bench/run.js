// npm run bench [-- NAME...] [--short] [--rounds N] [--gate] [--bin FILE]: measures this tool beside others, in one interleaved
// run. With --gate the exit code is 1 where a figure is past its goal by more than a quarter.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bulk } from './bulk.js';
import { feed } from './feed.js';
import { limits } from './limits.js';
import { pastTheirGoals, report } from './report.js';
import { measureRows } from './rounds.js';
import { call, start } from './start.js';

/** What can be measured, by name. Each makes its rows. */
const scenarios = { start, call, feed, bulk, limits };

/** What a user's shell would have, without settings that change what is measured. */
const environment = () => {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...rest } = process.env;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^RESALE_|_proxy$/i.test(name)));
  return { ...own, RESALE_CONFIG_DIR: '/nonexistent' };
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    gate: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    bin: { type: 'string', default: fileURLToPath(new URL('../../bin/resale.js', import.meta.url)) },
  },
});
const refuse = (problem) => {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
};
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
const isShort = values.short;
const rounds = isShort ? 1 : Number(values.rounds);
for (const name of names)
  if (!Object.hasOwn(scenarios, name))
    refuse(`There is no ${name} to measure; there are: ${Object.keys(scenarios).join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds must be a whole number above 0.');
if (values.gate && isShort) refuse('--short has no goals for --gate to hold.');

const resale = `'${process.execPath}' '${values.bin}'`;
const results = [];
for (const name of names) {
  const closing = [];
  try {
    const rows = await scenarios[name]({ isShort, resale, atEnd: (close) => closing.push(close) });
    const measured = await measureRows(rows, { rounds, isShort, env: environment() });
    results.push(...measured.map((result) => ({ scenario: name, ...result })));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
process.stdout.write(report(results, rounds));
const past = values.gate ? pastTheirGoals(results) : [];
for (const sentence of past) process.stderr.write(`${sentence}\n`);
if (past.length > 0) process.exitCode = 1;
