import { closesListings, command, readsService } from '../line/command.ts';
import { toggle } from '../line/flags/value-kinds.ts';

export const mcp = command({
  local: true,
  details:
    'Serves the Model Context Protocol on stdin and stdout, for an agent whose client starts this line: see docs/mcp.md. Its tools read listings, shops, the feed and runs. Changes take three steps, each a tool: a plan, which sends nothing; its application, which does exactly what the plan says; and undo. With a read-only or a protected profile it has no tools that change anything.',
  effect: closesListings,
  effectWith: { '--read-only': readsService },
  flags: { readOnly: toggle('Serve only the tools that read') },
  examples: [
    { does: 'The line for the configuration of a client', line: 'resale mcp --profile sandbox' },
    {
      does: 'On a service without a profile, with the keys of the environment',
      line: 'resale mcp --base-url https://api.shop.example',
    },
    { does: 'Without the tools that change something', line: 'resale mcp --read-only' },
  ],
  next: 'resale runs list',
  // The output is the protocol, and what changes something is planned first.
  conflicts: ['--yes', '--output', '--json', '--out'],
  async run(invocation, { flags }) {
    const guards = await invocation.guards();
    const readsOnly = flags.readOnly || guards.readOnly !== undefined || guards.protected !== undefined;
    invocation.note(
      'Waiting for a client on stdin. An agent starts this line; see docs/mcp.md. Ctrl-C ends it.',
    );
    const { serveTools } = await import('../mcp/serve-tools.ts');
    await serveTools(invocation, readsOnly);
    return { kind: 'nothing' };
  },
});
