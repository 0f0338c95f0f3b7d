import type { DescribedFlag, DescribedValue, Description } from '../../../src/help/describe.ts';

/**
 * How to complete a value, in the notation of all scripts: `text` without completion, a kind of files or names, or the possible
 * words: `words open closed`.
 */
type Completed = 'text' | NonNullable<DescribedValue['complete']> | `words ${string}`;

export interface CompletedFlag {
  /** `--output`, and `-o` if there is a short form. */
  names: readonly string[];
  value?: Completed;
  repeatable: boolean;
  description: string;
}

export interface CompletedCommand {
  path: string;
  /** The words of which one must follow. */
  words: readonly { word: string; description: string }[];
  flags: readonly CompletedFlag[];
  arguments: readonly Completed[];
  /** Whether the last argument may be repeated. */
  endless: boolean;
  takesCommand: boolean;
}

/** What the scripts need to know about the tool. `''`, the first of its commands, is the tool itself. */
export const completedTool = (description: Description) => {
  const { commands, groups, topics } = description;
  const tops = [
    ...new Map(
      commands.map(({ path, summary }) => {
        const [word = ''] = path.split(' ');
        return [word, groups.find(({ name }) => name === word)?.summary ?? summary] as const;
      }),
    ),
  ].map(([word, said]) => ({ word, description: said }));
  const below = (group: string) =>
    commands.flatMap(({ path, summary }) =>
      path.startsWith(`${group} `) ? [{ word: path.slice(group.length + 1), description: summary }] : [],
    );
  const nothing = { flags: [], arguments: [], endless: false, takesCommand: false };
  const branch = (path: string, words: CompletedCommand['words']) => ({ path, words, ...nothing });
  const help = { word: 'help', description: 'Show help about a command or a topic' };
  return {
    globalFlags: description.globalFlags.map(completedFlag),
    commands: [
      branch('', [...tops, help]),
      branch('help', [
        ...tops.filter(({ word }) => topics.every(({ name }) => name !== word)),
        ...topics.map(({ name, summary }) => ({ word: name, description: summary })),
      ]),
      ...groups.flatMap(({ name }) => [branch(name, below(name)), branch(`help ${name}`, below(name))]),
      ...commands.map(
        ({ path, flags, arguments: named, takesCommand }): CompletedCommand => ({
          path,
          words: [],
          flags: flags.map(completedFlag),
          arguments: named.map(completedValue),
          endless: named.at(-1)?.repeatable === true,
          takesCommand,
        }),
      ),
    ],
  };
};

export type CompletedTool = ReturnType<typeof completedTool>;

const completedFlag = (flag: DescribedFlag): CompletedFlag => ({
  names: [flag.name, ...(flag.short === undefined ? [] : [flag.short])],
  ...(flag.type === 'boolean' ? {} : { value: completedValue(flag) }),
  repeatable: flag.repeatable,
  description: flag.description,
});

const completedValue = ({ choices, complete }: DescribedValue): Completed =>
  choices ? `words ${choices.join(' ')}` : (complete ?? 'text');
