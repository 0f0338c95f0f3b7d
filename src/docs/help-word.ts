import type { Tree } from '../cli/command.ts';
import { UsageError } from '../cli/errors.ts';
import { topicScreen } from './topic-screen.ts';
import { topics } from './topics.ts';

/**
 * What `help` shows behind which no screen of a command stands: a topic, or with --json that or the commands as data. Undefined
 * where the words mean a command's screen, or nothing.
 */
export const helpBeyondScreens = async (
  words: readonly string[],
  tree: Tree,
  width: number,
): Promise<string | undefined> => {
  const said = words.filter((word) => !word.startsWith('-')).join(' ');
  const topic = topics.find(({ name }) => name === said);
  const wantsData = words.includes('--json');
  if (wantsData && words.some((word) => /^(?:-q|--jq|--fields)/.test(word)))
    throw new UsageError(
      'help does not go with --jq and --fields',
      'Send its data to jq instead: resale help --json | jq .commands',
    );
  if (topic && wantsData) return asJson({ topic: topic.name, text: await topicScreen(topic, dataWidth) });
  if (topic) return topicScreen(topic, width);
  if (!wantsData) return undefined;
  const data = await dataOf(said, tree);
  return data === undefined ? undefined : asJson(data);
};

/** Data is the same on every screen. */
const dataWidth = 80;

const asJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;

/** The whole description, all commands behind a word, or one command. */
const dataOf = async (said: string, tree: Tree): Promise<unknown> => {
  const { describe } = await import('./describe.ts');
  const description = await describe(tree);
  if (said === '') return description;
  const { commands } = description;
  const named = commands.filter(({ path }) => path.startsWith(`${said} `));
  return named.length > 0 ? named : commands.find(({ path }) => path === said);
};
