import { readFileSync } from 'node:fs';
import type { CompletedFlag, CompletedTool } from './model.ts';
import { argumentRows, branchesOf, takingCommands, withFlags } from './tables.ts';

const engine = readFileSync(new URL('engine.ps1', import.meta.url), 'utf8');
const place = '  # The tables: written from the commands.\n';

/** The completion script of PowerShell: its functions, with the tables that they use. */
export const powershellCompletion = (tool: CompletedTool): string => {
  const { globalFlags } = tool;
  const tables = [
    '$resaleWords = @{',
    ...branchesOf(tool).flatMap(({ path, words }) => [
      `  ${quoted(path)} = [ordered]@{`,
      ...words.map(({ word, description }) => `    ${quoted(word)} = ${quoted(description)}`),
      '  }',
    ]),
    '}',
    '$resaleArguments = @{',
    ...argumentRows(tool).flatMap(({ keys, answer }) =>
      keys.map((key) => `  ${quoted(key)} = ${quoted(answer)}`),
    ),
    '}',
    `$resaleTakesCommand = ${takingCommands(tool).map(quoted).join(', ')}`,
    '$resaleFlags = @{',
    ...withFlags(tool).flatMap(({ path, flags }) => flagList(path, flags)),
    ...flagList('*', globalFlags),
    '}',
  ];
  return engine.replace(place, () => tables.map((line) => `  ${line}\n`).join(''));
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const flagList = (path: string, flags: readonly CompletedFlag[]): string[] => [
  `  ${quoted(path)} = @(`,
  ...flags.map(
    ({ names, value = '', repeatable, description }) =>
      `    @{ names = @(${names.map(quoted).join(', ')}); value = ${quoted(value)}; again = $${repeatable}; description = ${quoted(description)} }`,
  ),
  '  )',
];
