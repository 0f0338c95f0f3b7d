import type { Branch, Leaf } from '../program.ts';
import { describe } from './describe.ts';
import { topicScreen } from './topic-screen.ts';
import { topics } from './topics.ts';

/**
 * What `help` shows behind which no screen of a command stands: a topic, or with --json the commands as data. Undefined
 * where the words mean a command's screen, or nothing.
 */
export const helpBeyondScreens = async (
  words: readonly string[],
  tree: readonly (Branch | Leaf)[],
  width: number,
): Promise<string | undefined> => {
  const said = words.filter((word) => !word.startsWith('-')).join(' ');
  const topic = topics.find(({ name }) => name === said);
  if (topic) return topicScreen(topic, width);
  if (!words.includes('--json')) return undefined;
  const data = await dataOf(said, tree);
  return data === undefined ? undefined : `${JSON.stringify(data, null, 2)}\n`;
};

/** The whole description, all commands behind a word, or one command. */
const dataOf = async (said: string, tree: readonly (Branch | Leaf)[]): Promise<unknown> => {
  const description = await describe(tree);
  if (said === '') return description;
  const { commands } = description;
  const named = commands.filter(({ path }) => path.startsWith(`${said} `));
  return named.length > 0 ? named : commands.find(({ path }) => path === said);
};
