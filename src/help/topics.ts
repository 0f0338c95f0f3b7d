import type { Topic } from './help-lines.ts';

/** Every topic, in the order of the help screen. Their texts are loaded on request. */
export const topics: readonly Topic[] = [
  {
    name: 'flags',
    summary: 'The flags that every command takes',
    load: async () => (await import('./topics/in-and-out.ts')).flags,
  },
  {
    name: 'environment',
    summary: 'Variables that stand in for flags, and where files are kept',
    load: async () => (await import('./topics/in-and-out.ts')).environment,
  },
  {
    name: 'exit-codes',
    summary: 'What each exit code means',
    load: async () => (await import('./topics/in-and-out.ts')).exitCodesTopic,
  },
  {
    name: 'formatting',
    summary: 'Tables, JSON, NDJSON, YAML, CSV and workbooks, and which you get',
    load: async () => (await import('./topics/in-and-out.ts')).formatting,
  },
  {
    name: 'bulk',
    summary: 'Thousands of rows from a file: plan, run, resume, undo',
    load: async () => (await import('./topics/bulk.ts')).bulk,
  },
  {
    name: 'dialects',
    summary: "A deployment's own names for what this tool calls Service and Commerce",
    load: async () => (await import('./topics/dialects.ts')).dialects,
  },
  {
    name: 'sandbox',
    summary: 'The service in miniature, and what is in it to try',
    load: async () => (await import('./topics/sandbox.ts')).sandbox,
  },
  {
    name: 'faults',
    summary: 'Faults that the sandbox can inject',
    load: async () => (await import('./topics/sandbox.ts')).faults,
  },
  {
    name: 'agents',
    summary: 'What a program or an agent must know before it uses this tool',
    load: async () => (await import('./topics/agents.ts')).agents,
  },
];
