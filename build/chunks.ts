import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown';

/**
 * What loads together is in one chunk: finding and opening a chunk takes longer than reading most modules. By default,
 * rolldown makes 198 instead of 136. A `listings get` then takes 65 ms of CPU time in place of 58, an `inventory set` 66 in
 * place of 60, `profiles list` 43 in place of 38 (Node 20.20, 2026-11-22).
 */
const together: readonly CodeSplittingGroup[] = [
  // The library needs what stands behind it, and must not load what reads a command line.
  {
    name: 'main',
    test: modules(
      'main',
      'failure/kinds',
      'service/typed-values',
      'service/addresses',
      'service/identifier',
      'changes/listing-name',
      'words/nearest',
      'words/counted',
    ),
  },
  // Reading a command line, printing its help, and what every command declares.
  {
    name: 'help',
    test: modules(
      'line/parser',
      'help/help-screen',
      'line/command',
      'line/flags/service-kinds',
      'json/schema',
    ),
  },
  { name: light, debugName: 'light' },
  // What a change is, for the commands that make one.
  {
    name: 'changes',
    test: modules('changes/perform', 'changes/own-changes', 'changes/inventory-operations'),
  },
  // Running any command.
  { name: 'run', test: modules('line/execute', 'terminal/present') },
  // Reading profiles, and calling the service: each loads a library that takes longer than everything above.
  { name: 'profiles', test: modules('profiles/store', 'profiles/active-profile') },
  { name: 'service', test: modules('service/endpoints', 'service/translation') },
  { name: 'client', test: modules('http/client') },
];

/** The groups that make these chunks. Each takes the modules that it names and all that they import, in this order. */
export const chunks = together.map((group, index) => ({ ...group, priority: together.length - index }));

function modules(...paths: string[]): RegExp {
  for (const path of paths) fileOf(path);
  return new RegExp(`/src/(?:${paths.join('|')})\\.ts$`);
}

/** What profiles and client import, and a help screen may also load: it leads to no libraries but these. */
function light(id: string, context: ChunkingContext): string | null {
  const shared = [
    'profiles/store',
    'profiles/active-profile',
    'http/client',
    'terminal/redact',
    'files/who-else',
  ];
  const isShared = withImports(shared.map(fileOf), context).has(id);
  const isHeavy = [...withImports([id], context)].some((imported) =>
    /\/node_modules\/(?!string-width|strip-ansi|ansi-regex|get-east-asian-width|lossless-json)/.test(
      imported,
    ),
  );
  return isShared && !isHeavy ? 'light' : null;
}

function withImports(ids: readonly string[], context: ChunkingContext): Set<string> {
  const all = new Set(ids);
  for (const id of all)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

/** The file of a module. Fails if it was moved: otherwise nobody would notice that its chunk is gone. */
function fileOf(path: string): string {
  const file = resolve(`src/${path}.ts`);
  if (!existsSync(file)) throw new Error(`build/chunks.ts names src/${path}.ts, which is not there`);
  return file;
}
