import type { MessagePort } from 'node:worker_threads';

/** What the thread in which jq runs is started with. */
export interface JqStart {
  /** The command line behind `jq`. */
  args: readonly string[];
  /** Brings the data, a `Uint8Array` each time it is asked for; `null` is the end of it. */
  input: MessagePort;
  /** What the thread sleeps on: it is woken whenever one of `signals` was counted up. */
  shared: SharedArrayBuffer;
}

/** Where in the shared memory is counted: chunks of data that were sent, chunks of output that were taken. */
export const signals = { sent: 0, taken: 1 } as const;

/** What the thread tells. */
export type JqMessage =
  /** It waits for data: the expression was understood, and what came before was worked through. */
  | { kind: 'reads' }
  /** Printed on jq's stdout. The thread goes on once it was taken. */
  | { kind: 'output'; bytes: Uint8Array }
  /** Printed on jq's stderr: errors, and what `debug` and `stderr` tell. */
  | { kind: 'told'; text: string }
  /** It ended, with an exit code of jq's own; undefined where it broke down, as without memory. */
  | { kind: 'ended'; exitCode: number | undefined };
