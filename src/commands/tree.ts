import type { AnyCommand, Branch, Leaf, Tree } from '../line/command.ts';

/** A command by its verb, which is also the name that its file exports it under. */
const leaf = <Verb extends string>(
  name: Verb,
  summary: string,
  load: () => Promise<Readonly<Record<Verb, AnyCommand>>>,
): Leaf => ({ name, summary, load: async () => (await load())[name] });

const branch = (name: string, summary: string, ...children: Leaf[]): Branch => ({ name, summary, children });

export const tree: Tree = [
  leaf('init', 'Set up the sandbox, or your own service', () => import('./init/init.ts')),
  branch(
    'listings',
    'Create, read and close listings',
    leaf('create', 'Create a listing', () => import('./listings/create.ts')),
    leaf('list', 'List listings', () => import('./listings/list.ts')),
    leaf('get', 'Show listings', () => import('./listings/get.ts')),
    leaf('close', 'Close listings', () => import('./listings/close.ts')),
  ),
  branch(
    'inventory',
    'Change how many items of a listing are for sale',
    leaf(
      'set',
      "Set a listing's inventory, unless somebody changed it meanwhile",
      () => import('./inventory/set.ts'),
    ),
    leaf(
      'adjust',
      "Add to a listing's inventory, or take away from it",
      () => import('./inventory/adjust.ts'),
    ),
  ),
  leaf('grade', 'Grade a returned item', () => import('./grade/grade.ts')),
  branch(
    'shops',
    'Look up shops',
    leaf('lookup', 'Look up shops by the domain of their store', () => import('./shops/lookup.ts')),
  ),
  branch(
    'feed',
    'Get the product feed, and see what is in it',
    leaf('fetch', 'Download the newest product feed', () => import('./feed/fetch.ts')),
    leaf('diff', 'Show what changed between two product feeds', () => import('./feed/diff.ts')),
    leaf('watch', 'Show what changed each time a new product feed appears', () => import('./feed/watch.ts')),
    leaf('stats', 'Count what is in the product feed', () => import('./feed/stats.ts')),
  ),
  branch(
    'runs',
    'Show bulk runs, resume them or undo them',
    leaf('list', 'List the runs', () => import('./runs/list.ts')),
    leaf('show', 'Show what a run did', () => import('./runs/show.ts')),
    leaf('resume', 'Resume a run that was stopped', () => import('./runs/resume.ts')),
    leaf('resolve', 'Look at rows in doubt, and resolve them', () => import('./runs/resolve.ts')),
    leaf('undo', 'Undo what a run changed', () => import('./runs/undo.ts')),
    leaf('end', 'Give up a run that was stopped', () => import('./runs/end.ts')),
    leaf('prune', 'Remove the records of old runs', () => import('./runs/prune.ts')),
  ),
  branch(
    'profiles',
    'Keep base URLs and credentials under names',
    leaf('add', 'Add a profile', () => import('./profiles/add.ts')),
    leaf('list', 'List the profiles', () => import('./profiles/list.ts')),
    leaf('show', 'Show a profile, without its API key', () => import('./profiles/show.ts')),
    leaf('use', 'Make a profile the current one', () => import('./profiles/use.ts')),
    leaf('set', 'Change a profile, or its key', () => import('./profiles/set.ts')),
    leaf('rename', 'Give a profile another name', () => import('./profiles/rename.ts')),
    leaf('remove', 'Remove a profile and its API key', () => import('./profiles/remove.ts')),
    leaf('check', 'Try a profile with one request', () => import('./profiles/check.ts')),
  ),
  branch(
    'sandbox',
    'The whole service in miniature, on this machine',
    leaf('start', 'Start a sandbox in the foreground', () => import('./sandbox/start.ts')),
    leaf('exec', 'Run a command against a fresh sandbox', () => import('./sandbox/exec.ts')),
    leaf('demo', 'Show what this tool does, on a fresh sandbox', () => import('./sandbox/demo.ts')),
    leaf('openapi', "Print the service's OpenAPI description", () => import('./sandbox/openapi.ts')),
  ),
  branch(
    'completion',
    'Let the shell complete commands, flags and values',
    leaf('bash', 'Print the completion script of bash', () => import('./completion/script.ts')),
    leaf('zsh', 'Print the completion script of zsh', () => import('./completion/script.ts')),
    leaf('fish', 'Print the completion script of fish', () => import('./completion/script.ts')),
    leaf(
      'install',
      'Put the completion script where your shell finds it',
      () => import('./completion/install.ts'),
    ),
  ),
  leaf('mcp', 'Serve the shop to an agent, over the Model Context Protocol', () => import('./mcp.ts')),
  leaf('api', 'Send any request with the credentials of the profile', () => import('./api/api.ts')),
  leaf('doctor', 'Find problems between this machine and the service', () => import('./doctor.ts')),
];
