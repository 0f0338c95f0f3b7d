import type { MessagePort } from 'node:worker_threads';

/** The start data of jq's thread. */
export interface JqStart {
  /** The command line after `jq`. */
  args: readonly string[];
  /** Brings a `Uint8Array` each time data is asked for; `null` is the end. */
  input: MessagePort;
  /** What the thread sleeps on. It is woken whenever one of `signals` is incremented. */
  shared: SharedArrayBuffer;
}

/** The counters in the shared memory: chunks of data that were sent, chunks of output that were taken. */
export const signals = { sent: 0, taken: 1 } as const;

/** What the thread reports. */
export type JqMessage =
  /** It waits for data: the expression was understood, and everything before was processed. */
  | { kind: 'reads' }
  /** Printed on jq's stdout. The thread goes on once it is taken. */
  | { kind: 'output'; bytes: Uint8Array }
  /** Printed on jq's stderr: errors, and the output of `debug` and `stderr`. */
  | { kind: 'told'; text: string }
  /** It ended, with jq's own exit code; undefined if it broke down, such as without memory. */
  | { kind: 'ended'; exitCode: number | undefined };
