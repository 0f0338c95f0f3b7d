import type { Description } from '../../src/docs/describe.ts';
import type { Schema } from '../../src/json/schema.ts';

/** The commands that the reading tools of `resale mcp` stand for, as far as they answer with their records. */
const paths = ['listings list', 'listings get', 'shops lookup', 'feed stats', 'feed diff', 'runs list'];

/** A record of each, as `help --json` describes it: the server of these tools loads no command to say what it answers. */
export const toolAnswers = ({ commands }: Description): string => {
  const recordOf = (path: string): Schema => {
    const { answer } = commands.find((command) => command.path === path) ?? {};
    const { items, anyOf } = (answer ?? {}) as { items?: Schema; anyOf?: Schema[] };
    return items ?? anyOf?.[0] ?? (answer as Schema);
  };
  // A form such as a time's would be a pattern of a thousand characters for each agent to read.
  const withoutFormat = (key: string, value: unknown) =>
    key === 'format' && typeof value === 'string' ? undefined : value;
  return `${JSON.stringify(Object.fromEntries(paths.map((path) => [path, recordOf(path)])), withoutFormat, 2)}\n`;
};
