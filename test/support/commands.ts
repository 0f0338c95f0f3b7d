import { tree } from '../../src/commands/tree.ts';
import type { Leaf } from '../../src/line/command.ts';

/** Every command of the tool, with the words that name it, such as `listings list`. */
export const commands: readonly [path: string, leaf: Leaf][] = tree.flatMap((top): [string, Leaf][] =>
  'children' in top ? top.children.map((leaf) => [`${top.name} ${leaf.name}`, leaf]) : [[top.name, top]],
);

export const commandPaths: readonly string[] = commands.map(([path]) => path);

/** Every example of the help screens: its line, and its command. */
export const examples: readonly [line: string, path: string][] = (
  await Promise.all(
    commands.map(async ([path, leaf]) =>
      (await leaf.load()).examples.map(({ line }): [string, string] => [line, path]),
    ),
  )
).flat();
