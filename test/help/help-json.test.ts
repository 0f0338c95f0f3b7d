import { describe, expect, it } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import { exitCodes } from '../../src/failure/codes.ts';
import type {
  DescribedCommand,
  DescribedFlag,
  DescribedValue,
  Description,
} from '../../src/help/describe.ts';
import { topics } from '../../src/help/topics.ts';
import { defined } from '../../src/json/defined.ts';
import { CommandLine } from '../../src/line/command-line.ts';
import { readCommandLine } from '../../src/line/parser.ts';
import { flagName } from '../../src/words/resale-line.ts';
import { commandPaths, examples, commands as leaves } from '../support/commands.ts';
import { resale, words } from '../support/resale.ts';
import { broken } from '../support/schemas.ts';

const told = async <Data>(line: string): Promise<Data> => {
  const { exitCode, stdout, stderr } = await resale(line);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

describe('help --json is the whole tool as data', () => {
  it('every command, topic and exit code', async () => {
    const description = await told<Description>('help --json');
    expect(description.commands.map(({ path }) => path)).toEqual(commandPaths);
    expect(description.topics.map(({ name }) => name)).toEqual(topics.map(({ name }) => name));
    expect(description.exitCodes.map(({ code }) => code)).toEqual(Object.values(exitCodes));
  });

  it('what each flag and argument takes', async () => {
    const { arguments: named, flags, usage } = await told<DescribedCommand>('help inventory set --json');
    expect(usage).toEqual([
      'resale inventory set ID QUANTITY [flags]',
      'resale inventory set QUANTITY --external-id <ID>|--sku <SKU> [flags]',
      'resale inventory set --from FILE [flags]',
    ]);
    expect(named).toMatchObject([
      { placeholder: 'ID', type: 'string', complete: 'listing', repeatable: false },
      { placeholder: 'QUANTITY', type: 'integer' },
    ]);
    const flag = (name: string) => flags.find((one) => one.name === name);
    expect(flag('--on-conflict')).toMatchObject({ placeholder: 'WHAT', choices: ['fail', 'skip', 'retry'] });
    expect(flag('--no-close')).toMatchObject({ type: 'boolean', group: 'Flags' });
    expect(flag('--concurrency')).toMatchObject({ type: 'integer', default: 16, group: 'Many at once' });
    expect(flag('--from')).toMatchObject({ complete: 'file' });
  });

  it('the words that a flag takes are not said twice: help puts them behind its description', async () => {
    const { commands, globalFlags } = await told<Description>('help --json');
    const values = [
      ...globalFlags,
      ...commands.flatMap(({ arguments: named, flags }) => [...named, ...flags]),
    ];
    const withWords = values.flatMap((value) => ('choices' in value && value.choices ? [value] : []));
    const twice = withWords.filter(({ choices = [], description }) =>
      choices.every((word) => description.toLowerCase().includes(word)),
    );
    expect(withWords.length).toBeGreaterThan(10);
    expect(twice).toEqual([]);
  });

  it('of global flags the variable that says the same', async () => {
    const { globalFlags } = await told<Description>('help --json');
    expect(globalFlags.find(({ name }) => name === '--timeout')).toEqual({
      name: '--timeout',
      group: 'Global flags',
      variable: 'RESALE_TIMEOUT',
      placeholder: 'SECONDS',
      type: 'number',
      description: 'Time limit of one call, retries included',
      min: 0.001,
      default: 30,
      repeatable: false,
    });
  });

  it('the fields of an answer as JSON, each once', async () => {
    const { fields } = await told<DescribedCommand>('help feed stats --json');
    expect(fields).toEqual(['products', 'inStock', 'available', 'withoutPrice', 'counts', 'prices']);
    const { commands } = await told<Description>('help --json');
    for (const command of commands) expect([...new Set(command.fields)]).toEqual(command.fields);
  });

  it('an answer once, with what flags make of it', async () => {
    const formsOf = async (path: string) => {
      const { answer } = await told<DescribedCommand>(`help ${path} --json`);
      const forms = (answer.anyOf ?? [answer]) as { description?: string; type?: string }[];
      return forms.map(({ description, type }) => [description, type]);
    };
    expect(await formsOf('feed stats')).toEqual([
      [undefined, 'object'],
      ['With -o ndjson', 'object'],
      ['With --dry-run', undefined],
    ]);
    expect(await formsOf('listings list')).toEqual([
      [undefined, 'array'],
      ['With --before', 'array'],
      ['With --count', 'integer'],
      ['With --dry-run', undefined],
    ]);
    expect(await formsOf('profiles list')).toEqual([[undefined, 'array']]);
  });

  describe('and those fields are the ones that --fields knows', async () => {
    const { commands } = await told<Description>('help --json');
    // What passes on whatever the service has can tell only from its answer.
    const open: string[] = [];
    for (const [path, leaf] of leaves) if ((await leaf.load()).answer?.passesThrough) open.push(path);
    const telling = commands.filter(({ path, fields }) => fields.length > 0 && !open.includes(path));

    it.each(telling)('$path', async ({ path, fields }) => {
      const { stderr } = await resale(`${path} -o json --fields nonsense`);
      expect(stderr).toContain(`; there are ${fields.join(', ')}`);
    });

    it.each([
      ['feed stats -o csv', 'statistic, value, currency, number'],
      ['feed diff -o csv', 'change, productID, productTitle, field, before, after'],
      [
        'runs show RUN --rows',
        'line, id, outcome, before, after, error, url, wanted, condition, stateBefore',
      ],
      ['grade --from rows.csv', 'line, id, outcome, before, after, error, wanted, condition'],
    ])('and of another form: %s', async (line, fields) => {
      const { stderr } = await resale(`${line} --fields nonsense`);
      expect(stderr).toContain(`; there are ${fields}`);
    });
  });

  it('the effect of a command, and of the flags and words that make it another', async () => {
    const { commands } = await told<Description>('help --json');
    const others = commands.flatMap(({ path, otherEffects = [] }) =>
      otherEffects.map((other) => ({ path, ...other })),
    );
    expect(others.map((one) => `${one.path} ${one.with}: ${one.effect.does}, ${one.effect.on}`)).toEqual([
      'inventory set --no-close: changes, service',
      'feed watch --exec: changes, machine',
      'sandbox start --keep: changes, machine',
      'mcp --read-only: reads, service',
      'api GET: reads, service',
    ]);
    for (const { path, with: words } of others) {
      const command = commands.find((one) => one.path === path);
      const known = [
        ...(command?.flags.map(({ name }) => name) ?? []),
        ...(command?.arguments.flatMap(({ choices = [] }) => choices) ?? []),
      ];
      expect(known).toEqual(expect.arrayContaining(words.split(' ')));
    }
  });

  it('a topic', async () => {
    const { topic, text } = await told<{ topic: string; text: string }>('help environment --json');
    expect([topic, text]).toEqual(['environment', expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
  });

  it('the commands behind a word', async () => {
    const commands = await told<DescribedCommand[]>('help feed --json');
    expect(commands.map(({ path }) => path)).toEqual(['feed fetch', 'feed diff', 'feed watch', 'feed stats']);
  });
});

/** What a command takes, by its description. */
const inputSchema = (described: DescribedCommand | undefined) => {
  const { arguments: named = [], flags = [] } = described ?? {};
  const schemaOf = (value: Partial<DescribedValue> | DescribedFlag) => {
    if (value.type === 'boolean') return { type: 'boolean' };
    const { type, choices, takesOthers, min, max, repeatable } = value;
    const one = defined({ type, enum: takesOthers ? undefined : choices, minimum: min, maximum: max });
    return repeatable ? { type: 'array', items: one, minItems: 1 } : one;
  };
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...named.map((argument) => [argument.placeholder, schemaOf(argument)]),
      ...flags.map((flag) => [flag.name, schemaOf(flag)]),
    ]),
    required: named.filter(({ optional }) => !optional).map(({ placeholder }) => placeholder),
    additionalProperties: false,
  };
};

describe('every example is input as help --json describes it', async () => {
  const { commands } = await told<Description>('help --json');
  // An example may also show what to type next: another command.
  it.each(examples.filter(([line]) => /^resale [^|]*$/.test(line)))('%s', async (typed) => {
    const line = new CommandLine({});
    const { definition } = await readCommandLine(words(typed).slice(1), line, tree, []);
    const flags = definition?.flags ?? {};
    const asTyped = (type: string | undefined, said: unknown) =>
      type === undefined || typeof said !== 'string' ? said : Number(said);
    const input = {
      ...Object.fromEntries(
        Object.values(definition?.arguments ?? {})
          .map((argument, at) => [
            argument.placeholder,
            'many' in argument ? line.operands.slice(at) : asTyped(argument.type, line.operands[at]),
          ])
          .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
      ),
      ...Object.fromEntries(
        Object.entries(line.flags).map(([name, said]) => {
          const flag = flags[name] as { type?: string; many?: true };
          return [flagName(name), flag.many ? [said].flat() : asTyped(flag.type, said)];
        }),
      ),
    };
    const described = commands.find((one) => `resale ${one.path}` === line.path);
    expect(broken(inputSchema(described), input)).toEqual([]);
  });
});

describe('completion kinds are given', async () => {
  const { commands, globalFlags } = await told<Description>('help --json');
  const values = [
    ...globalFlags,
    ...commands.flatMap(({ path, arguments: named, flags }) =>
      [...named, ...flags].map((value) => ({ ...value, path })),
    ),
  ].filter((value) => value.type !== 'boolean');

  it.each([
    ['FILE', 'file'],
    ['RUN', 'run'],
  ])('wherever %s is asked for: %s', (placeholder, complete) => {
    const those = values.filter((value) => value.placeholder === placeholder);
    expect(those.length).toBeGreaterThan(0);
    expect(those.filter((value) => value.complete !== complete)).toEqual([]);
  });

  it('wherever a listing or a profile is meant', () => {
    const listings = commands.filter(({ arguments: [first] }) => first?.complete === 'listing');
    expect(listings.map(({ path }) => path)).toEqual([
      'listings get',
      'listings close',
      'inventory set',
      'inventory adjust',
    ]);
    const profiles = commands.filter(({ arguments: [first] }) => first?.complete === 'profile');
    expect(profiles.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['profiles show', 'profiles use', 'profiles remove']),
    );
  });
});
