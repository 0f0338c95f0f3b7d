import { finished } from 'node:stream/promises';
import { McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type * as z from 'zod';
import { version } from '../../package.json';
import { invalidInput } from '../failure/kinds.ts';
import type { Invocation } from '../line/invocation.ts';
import { whereOf } from '../line/permission.ts';
import { brokenRulesOf } from '../service/broken-rules.ts';
import { endpoints } from '../service/endpoints.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { print } from '../terminal/io.ts';
import type { Pace } from '../terminal/progress-line.ts';
import { changingTools } from './changing-tools.ts';
import { readingTools } from './reading-tools.ts';
import type { Tool, ToolResult } from './tool.ts';
import { errorJson, toolLines } from './tool-line.ts';
import { resultOf } from './tool-result.ts';
import { dataNote } from './tool-schemas.ts';

export const serveTools = async (invocation: Invocation, readsOnly: boolean): Promise<void> => {
  const { io } = invocation;
  const tools = readsOnly ? readingTools : [...readingTools, ...changingTools()];
  const linesFor = await toolLines(invocation);
  const instructions = instructionsFor(await whereOf(invocation), readsOnly);
  const underWay = new Set<Promise<unknown>>();

  const perform = async (tool: Tool, args: unknown, context: ServerContext) => {
    const run = linesFor({ signal: context.mcpReq.signal, progress: progressOf(context) });
    const answer = Promise.resolve(args)
      .then((input) => tool.perform(checkArguments(tool, input) as never, run))
      .catch((error: unknown): ToolResult => ({ error: errorJson(error) }));
    underWay.add(answer);
    return resultOf(tool, args, await answer.finally(() => underWay.delete(answer)));
  };

  const makeServer = (): McpServer => {
    const server = new McpServer({ name: 'resale', title: 'resale', version }, { instructions });
    for (const tool of tools)
      server.registerTool(
        tool.name,
        {
          title: tool.title,
          description: tool.description,
          inputSchema: openSchema(tool.input),
          outputSchema: tool.output,
          annotations: annotationsOf(tool),
        },
        (args, context) => perform(tool, args, context),
      );
    return server;
  };

  const handle = serveStdio(makeServer, {
    transport: new StdioServerTransport(io.stdin, io.stdout),
    // Some errors end the connection, and no message can say so.
    onerror: ({ message }) => print(io.stderr, `mcp: ${escapeControls(message)}\n`),
  });
  await finished(io.stdin, { writable: false }).catch(() => {});
  // Runs stop, and their journals say how far they got.
  await Promise.allSettled(underWay);
  await handle.close();
  io.interruption.throwIfAborted();
};

/** The schema that clients see, which lets everything pass: broken rules are reported as our own errors. */
const openSchema = (schema: z.ZodObject): StandardSchemaWithJSON => ({
  '~standard': { ...schema['~standard'], validate: (value) => ({ value }) },
});

const checkArguments = ({ name, input }: Tool, args: unknown): unknown => {
  const { data, error } = input.safeParse(args, { reportInput: true });
  if (!error) return data;
  const faults = brokenRulesOf(error, Object.keys(input.shape));
  throw invalidInput(
    `${name} does not take this: ${faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`,
    'Nothing was done.',
    { field: faults[0]?.path || undefined },
  );
};

const instructionsFor = (where: string, readsOnly: boolean): string =>
  [
    `resale works on an online resale shop: ${where}.`,
    readsOnly
      ? 'This server only reads.'
      : 'To change something: plan_changes (sends nothing), look at the plan with the person you work for, apply_plan with its planId, and undo_run if it was wrong. Nothing else changes the shop. A row whose outcome is unknown may have been applied: never send it again, tell a person.',
    dataNote,
    'Messages may name flags and commands of a shell; those are for a person at a terminal. Errors are results that say code, message and hint, and whether trying again is safe (retryable).',
  ].join(' ');

/** The hints follow from the endpoints that a tool calls. */
const annotationsOf = ({ calls }: Tool) => {
  const readOnlyHint = calls.every((name) => endpoints[name].effect === 'read');
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    // A plan is applied once, and an undone inventory differs from the one that the run left.
    idempotentHint: true,
    openWorldHint: calls.length > 0,
  };
};

/** Reports progress to a client that asked for it. The number only grows. */
const progressOf = ({ mcpReq }: ServerContext): ((now: Pace) => void) => {
  const progressToken = mcpReq._meta?.progressToken;
  let before = -1;
  let label = '';
  let base = 0;
  return (now) => {
    if (progressToken === undefined) return;
    // A second job begins where the first one ended.
    if (label !== '' && now.label !== label) base = Math.max(before, 0);
    label = now.label;
    const { done = 0 } = now;
    const progress = base + done;
    if (progress <= before) return;
    before = progress;
    const total = now.total === undefined ? {} : { total: base + now.total };
    const message = [
      `${now.label}: ${done}${now.total === undefined ? '' : ` of ${now.total}`} ${now.unit}`,
      ...(now.notes ?? []),
      ...(now.waits === undefined ? [] : [now.waits]),
    ].join(', ');
    const sent = mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, ...total, message },
    });
    // The client may be gone.
    sent.catch(() => {});
  };
};
