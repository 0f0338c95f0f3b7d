import type { DescribedFlag, DescribedValue, Description } from '../describe.ts';

/**
 * What a value is completed with, as all four scripts write it: `text` for what nobody can know, a kind that the disk
 * or the tool itself is asked for, or the words there are: `words open closed`.
 */
type Completed = 'text' | 'file' | 'profile' | 'run' | 'listing' | `words ${string}`;

export interface CompletedFlag {
  /** `--output`, and `-o` where there is a short form. */
  names: readonly string[];
  /** Missing where it takes none. */
  value?: Completed;
  repeatable: boolean;
  description: string;
}

/** What may follow the words of a command line. */
export interface CompletedCommand {
  /** The words behind `resale`; empty for the first. */
  path: string;
  /** Words of which one follows. */
  words: readonly { word: string; description: string }[];
  flags: readonly CompletedFlag[];
  arguments: readonly Completed[];
  /** Whether the last argument may be said again and again. */
  endless: boolean;
  /** Whether the command line of another program follows. */
  takesCommand: boolean;
}

export interface CompletedTool {
  globalFlags: readonly CompletedFlag[];
  commands: readonly CompletedCommand[];
}

/** What the scripts have to know of the tool. */
export const completedTool = (description: Description): CompletedTool => {
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
  const branch = (path: string, words: CompletedCommand['words']): CompletedCommand => ({
    ...{ path, words, flags: [], arguments: [], endless: false, takesCommand: false },
  });
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
      ...commands.map(({ path, flags, arguments: named, takesCommand }) => ({
        path,
        words: [],
        flags: flags.map(completedFlag),
        arguments: named.map(completedValue),
        endless: named.at(-1)?.repeatable === true,
        takesCommand,
      })),
    ],
  };
};

const completedFlag = (flag: DescribedFlag): CompletedFlag => ({
  names: [flag.name, ...(flag.short === undefined ? [] : [flag.short])],
  ...(flag.type === 'boolean' ? {} : { value: completedValue(flag) }),
  repeatable: flag.repeatable,
  description: flag.description,
});

const completedValue = ({ choices, complete }: DescribedValue): Completed =>
  choices ? `words ${choices.join(' ')}` : (complete ?? 'text');
