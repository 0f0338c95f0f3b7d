import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  Client,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { run } from '../../src/run.ts';
import type { Io } from '../../src/terminal/io.ts';
import { leapingClock } from './clock.ts';
import { MemoryOutput } from './output.ts';
import { words } from './resale.ts';

export interface ToolAnswer {
  isError: boolean;
  // What it is depends on the tool; a test looks at the fields that it is about.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  said: any;
  /** The same as text, for clients that read only that. */
  text: string;
}

/** A client that speaks one of the two eras of the protocol. */
export const clientOf = (isModern = false) =>
  new Client({ name: 'test', version: '1' }, isModern ? { versionNegotiation: { mode: 'auto' } } : {});

/** Calls a tool; the client checks the server's schemas. */
export const callTool = async (
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  options: Parameters<Client['callTool']>[1] = {},
): Promise<ToolAnswer> => {
  const {
    isError = false,
    structuredContent,
    content,
  } = await client.callTool({ name, arguments: input }, options);
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError, said: structuredContent ?? (text.startsWith('{') ? JSON.parse(text) : text), text };
};

export class Lines implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #buffer = new ReadBuffer();

  constructor(
    private readonly input: Writable,
    private readonly output: Readable,
  ) {}

  async start(): Promise<void> {
    this.output.on('data', (chunk: Buffer) => {
      this.#buffer.append(chunk);
      for (let message = this.#buffer.readMessage(); message; message = this.#buffer.readMessage())
        this.onmessage?.(message);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.input.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.input.end();
    this.onclose?.();
  }
}

export const served = async (line: string, env: Readonly<Record<string, string>>, isModern = false) => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new MemoryOutput()];
  const wire: string[] = [];
  stdout.on('data', (chunk: Buffer) => wire.push(chunk.toString()));
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env: { HOME: '/sys/nonexistent', ...env },
    cwd: '/',
    // How far a call has got is told as it goes.
    clock: { ...leapingClock(), alarm: systemClock.alarm },
    self: [process.execPath, 'resale'],
    interruption: new AbortController().signal,
    ending: new AbortController().signal,
  };
  const ended = run(words(`mcp ${line}`), io);
  const client = clientOf(isModern);
  const close = async (): Promise<number> => {
    await client.close();
    stdin.end();
    return ended;
  };
  onTestFinished(async () => {
    await close();
  });
  await client.connect(new Lines(stdin, stdout));
  return {
    client,
    call: (name: string, input?: Record<string, unknown>, how?: Parameters<Client['callTool']>[1]) =>
      callTool(client, name, input, how),
    bytes: () => wire.join('') + stderr.text,
    stdin,
    stderr,
    close,
  };
};
