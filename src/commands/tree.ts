import type { AnyCommand } from '../cli/command.ts';

/** A word of the command line that does something. What it takes is loaded when it is said. */
export interface Leaf {
  name: string;
  /** One sentence, as the help screens show it. */
  summary: string;
  load: () => Promise<AnyCommand>;
}

/** A word that others follow. */
export interface Branch {
  name: string;
  summary: string;
  children: readonly Leaf[];
}

const leaf = (name: string, summary: string, load: Leaf['load']): Leaf => ({ name, summary, load });
const branch = (name: string, summary: string, ...children: Leaf[]): Branch => ({ name, summary, children });

/** Every command there is, in the order of the help screen. */
export const tree: readonly (Branch | Leaf)[] = [
  branch(
    'listings',
    'Create, read and close listings',
    leaf('create', 'Create a listing', async () => (await import('./listings/create.ts')).create),
    leaf('list', 'List listings', async () => (await import('./listings/list.ts')).list),
    leaf('get', 'Show listings', async () => (await import('./listings/get.ts')).get),
    leaf('close', 'Close listings', async () => (await import('./listings/close.ts')).close),
  ),
  branch(
    'inventory',
    'Change how many of a listing are for sale',
    leaf(
      'set',
      "Set a listing's inventory, if nobody changed it meanwhile",
      async () => (await import('./inventory/set.ts')).set,
    ),
    leaf(
      'adjust',
      "Add to a listing's inventory, or take away from it",
      async () => (await import('./inventory/adjust.ts')).adjust,
    ),
  ),
  leaf('grade', 'Grade a returned item', async () => (await import('./grade.ts')).grade),
  branch(
    'shops',
    'Look shops up',
    leaf(
      'lookup',
      'Look shops up by the domain of their store',
      async () => (await import('./shops/lookup.ts')).lookup,
    ),
  ),
  branch(
    'feed',
    'Get the product feed, and tell what is in it',
    leaf('fetch', 'Download the newest product feed', async () => (await import('./feed/fetch.ts')).fetch),
    leaf(
      'diff',
      'Tell what changed between two product feeds',
      async () => (await import('./feed/diff.ts')).diff,
    ),
    leaf(
      'watch',
      'Tell what changed each time a new product feed appears',
      async () => (await import('./feed/watch.ts')).watch,
    ),
    leaf('stats', 'Count what is in the product feed', async () => (await import('./feed/stats.ts')).stats),
  ),
  branch(
    'runs',
    'Look at what bulk runs did, and go on with them',
    leaf('list', 'List the runs', async () => (await import('./runs/list.ts')).list),
    leaf('show', 'Show what a run did', async () => (await import('./runs/show.ts')).show),
    leaf(
      'resume',
      'Go on with a run that was stopped',
      async () => (await import('./runs/resume.ts')).resume,
    ),
    leaf(
      'resolve',
      'Settle a row whose outcome is unknown',
      async () => (await import('./runs/resolve.ts')).resolve,
    ),
    leaf('undo', 'Set back what a run changed', async () => (await import('./runs/undo.ts')).undo),
    leaf('prune', 'Remove the records of old runs', async () => (await import('./runs/prune.ts')).prune),
  ),
  branch(
    'profiles',
    'Keep base URLs and credentials under names',
    leaf('add', 'Add a profile', async () => (await import('./profiles/add.ts')).add),
    leaf('list', 'List the profiles', async () => (await import('./profiles/list.ts')).list),
    leaf('show', 'Show a profile, without its keys', async () => (await import('./profiles/show.ts')).show),
    leaf('use', 'Make a profile the current one', async () => (await import('./profiles/use.ts')).use),
    leaf('set', 'Change a profile, or its key', async () => (await import('./profiles/set.ts')).set),
    leaf('rename', 'Give a profile another name', async () => (await import('./profiles/rename.ts')).rename),
    leaf(
      'remove',
      'Remove a profile and its keys',
      async () => (await import('./profiles/remove.ts')).remove,
    ),
    leaf('check', 'Try a profile with one request', async () => (await import('./profiles/check.ts')).check),
    leaf(
      'export',
      'Print profiles without their keys, for another machine',
      async () => (await import('./profiles/export.ts')).exportProfiles,
    ),
    leaf(
      'import',
      'Add the profiles that were exported elsewhere',
      async () => (await import('./profiles/import.ts')).importProfiles,
    ),
  ),
  branch(
    'sandbox',
    'The whole service in miniature, on this machine',
    leaf(
      'start',
      'Start a sandbox in the foreground',
      async () => (await import('./sandbox/start.ts')).start,
    ),
    leaf(
      'exec',
      'Run a command against a fresh sandbox',
      async () => (await import('./sandbox/exec.ts')).exec,
    ),
    leaf(
      'demo',
      'Show what this tool does, on a fresh sandbox',
      async () => (await import('./sandbox/demo.ts')).demo,
    ),
    leaf(
      'openapi',
      "Print the service's OpenAPI description",
      async () => (await import('./sandbox/openapi.ts')).openapi,
    ),
  ),
  branch(
    'completion',
    'Let the shell complete commands, flags and values',
    leaf(
      'bash',
      'Print the completion script of bash',
      async () => (await import('./completion/script.ts')).bash,
    ),
    leaf(
      'zsh',
      'Print the completion script of zsh',
      async () => (await import('./completion/script.ts')).zsh,
    ),
    leaf(
      'fish',
      'Print the completion script of fish',
      async () => (await import('./completion/script.ts')).fish,
    ),
    leaf(
      'powershell',
      'Print the completion script of PowerShell',
      async () => (await import('./completion/script.ts')).powershell,
    ),
    leaf(
      'install',
      'Put the completion script where your shell finds it',
      async () => (await import('./completion/install.ts')).install,
    ),
  ),
  leaf(
    'api',
    'Send any request with the credentials of the profile',
    async () => (await import('./api.ts')).api,
  ),
  leaf(
    'doctor',
    'Find out what is wrong on the way to the service',
    async () => (await import('./doctor.ts')).doctor,
  ),
];
