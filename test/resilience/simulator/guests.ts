import type { ChangedBy } from './works.ts';

/** What an agent does with the tools of `resale mcp`: plans changes, and applies the plan. */
export interface AgentPlan {
  readonly operation: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How often it applies the plan, at once: 1 if missing. */
  readonly times?: number;
}

interface Received {
  id?: number;
  result?: { structuredContent?: { planId?: string | null; totals?: { closings: number } } };
}

/** The agent's side of a session: what it writes next, after what it has read; null if it ends the session. */
export const agentWith = ({
  operation,
  rows,
  times = 1,
}: AgentPlan): ((received: string) => string | null | undefined) => {
  const message = (content: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`;
  const call = (id: number, name: string, input: object): string =>
    message({ id, method: 'tools/call', params: { name, arguments: input } });
  let answered = 0;
  return (received) => {
    if (received === '') {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'agent', version: '1' },
      };
      return message({ id: 1, method: 'initialize', params });
    }
    const { id, result } = JSON.parse(received) as Received;
    if (id === 1)
      return message({ method: 'notifications/initialized' }) + call(2, 'plan_changes', { operation, rows });
    const planId = result?.structuredContent?.planId;
    // It asks a second time before it has the answer, as agents do.
    if (id === 2)
      return planId
        ? [3, 4]
            .slice(0, times)
            .map((next) => call(next, 'apply_plan', { planId }))
            .join('')
        : null;
    answered += id === 3 || id === 4 ? 1 : 0;
    return answered === times ? null : undefined;
  };
};

/** How many listings the plan closes that an agent applied. */
export const agreedByAgent = (stdout: string): number => {
  for (const line of stdout.split('\n')) {
    if (!line.startsWith('{')) continue;
    const { id, result } = JSON.parse(line) as Received;
    if (id === 2) return result?.structuredContent?.totals?.closings ?? 0;
  }
  return 0;
};

/** A call of the library: `setInventory` or `adjustInventory`. */
export interface LibraryCall {
  readonly method: 'setInventory' | 'adjustInventory';
  readonly id: string;
  readonly value: number;
}

interface Library {
  createClient(
    options: object,
  ): Record<LibraryCall['method'], (id: string, value: number) => Promise<object>>;
}

/** A program that makes the calls at once, and prints what became of each. */
export const programWith =
  (calls: readonly LibraryCall[], options: { settleMs?: number } = {}) =>
  async (
    load: (name: string) => unknown,
    env: Readonly<Record<string, string>>,
    print: (text: string) => void,
  ) => {
    const { createClient } = load('library.cjs') as Library;
    const { RESALE_BASE_URL: baseUrl, RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey } = env;
    const client = createClient({ baseUrl, clientId, apiKey, ...options });
    const results = await Promise.all(
      calls.map(({ method, id, value }) =>
        client[method](id, value).catch((error: { code?: string; message: string }) => ({
          outcome: error.code === 'unknown' ? 'unknown' : 'refused',
          id,
          error: { code: `${error.code}`, message: error.message },
        })),
      ),
    );
    print(`${JSON.stringify(results.map((result, index) => ({ line: index + 1, ...result })))}\n`);
    return 0;
  };

/** What a work is that an agent or a program does. */
export const workOfAgent = ({ operation, rows }: AgentPlan): ChangedBy => ({
  operation: operation.replace(/^(inventory|listings) /, ''),
  cells: rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, `${value}`])),
  ),
});

export const workOfProgram = (calls: readonly LibraryCall[]): ChangedBy => {
  const [first] = calls;
  return {
    operation: first?.method === 'setInventory' ? 'set' : 'adjust',
    cells: calls.map(({ id, value }) => ({ id, quantity: `${value}`, delta: `${value}` })),
  };
};
