import { expect, test } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import { CommandLine } from '../../src/line/command-line.ts';
import { readCommandLine } from '../../src/line/parser.ts';
import { table } from '../support/table.ts';

test.each(
  table(`
    → {"globals":{"help":true}}
    listings → {"path":"resale listings","globals":{"help":true}}
    help exit-codes → {"isHelp":true,"operands":["exit-codes"],"problem":"Unknown command 'exit-codes'"}
    lsitings -o json → {"globals":{"output":"json"},"operands":["lsitings"],"problem":"Unknown command 'lsitings'"}
    -p one listings -p two get A -op B --json → {"path":"resale listings get","globals":{"profile":"two","output":"p","json":true},"operands":["A","B"],"faults":[{"name":"--profile","message":"is given twice, but takes only one value"}],"isCommand":true}
    -p live listings list --bad --json → {"path":"resale listings list","globals":{"profile":"live","json":true},"problem":"Unknown flag '--bad'","isCommand":true}
    listings list --debug --limit → {"path":"resale listings list","globals":{"debug":true},"problem":"--limit needs a value: --limit N","isCommand":true}
    listings create --image A --image B --title -y -- --json → {"path":"resale listings create","flags":{"image":["A","B"],"title":"-y"},"operands":["--json"],"problem":"Too many arguments for \`resale listings create\`: '--json'","isCommand":true}
    listings list --bad --limit → {"path":"resale listings list","problem":"Unknown flag '--bad'","isCommand":true}
    --bad listings get A -o json → {"path":"resale listings get","globals":{"output":"json"},"operands":["A"],"problem":"Unknown flag '--bad'","isCommand":true}
    lsitings --bad -o json → {"globals":{"output":"json"},"operands":["lsitings"],"problem":"Unknown command 'lsitings'"}
    listings -kVh → {"path":"resale listings","problem":"Unknown flag '-k'"}
    listings --=SECRET → {"path":"resale listings","problem":"Unknown flag '--'"}
    listings --api-key=SECRET → {"path":"resale listings","problem":"Unknown flag '--api-key'"}
    listings list -yn --count=yes → {"path":"resale listings list","globals":{"yes":true,"dryRun":true},"problem":"--count takes no value: it is given or left out","isCommand":true}
    inventory adjust A -5 → {"path":"resale inventory adjust","operands":["A","-5"],"isCommand":true}
    inventory adjust A --reason -5 -- -5 → {"path":"resale inventory adjust","operands":["A","-5","-5"],"problem":"Unknown flag '--reason'","isCommand":true}
    -- listings get -y → {"path":"resale listings get","operands":["-y"],"isCommand":true}
    sandbox exec curl -y --json → {"path":"resale sandbox exec","operands":["curl","-y","--json"],"isCommand":true}
    sandbox exec --seed 7 -- curl --json → {"path":"resale sandbox exec","flags":{"seed":"7"},"operands":["curl","--json"],"isCommand":true}
  `),
)('a command line is read as far as it can be: resale %s', async (typed = '', found = '') => {
  const line = new CommandLine({});
  const { definition } = await readCommandLine(typed.split(' ').filter(Boolean), line, tree, ['exit-codes']);
  const { path, flags, globals, operands, faults, isHelp, problem } = line;
  const isCommand = definition !== undefined;
  const nothing = { path: 'resale', flags: {}, globals: {}, operands: [], faults: [], isHelp: false };
  expect({ path, flags, globals, operands, faults, isHelp, problem: problem?.message, isCommand }).toEqual({
    ...nothing,
    isCommand: false,
    ...JSON.parse(found),
  });
});
