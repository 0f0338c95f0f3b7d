import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { environmentIn } from '../machine/environment.ts';
import type { Machine, Start, Trouble } from '../machine/interface.ts';
import type { Arrival, Service } from '../machine/network.ts';
import { mostMs } from './possible.ts';
import { RealProcess } from './real-process.ts';
import { RealTime } from './real-time.ts';

/** The tool as a package has it: a folder with its `bin` and `dist`; and the simulator, which can be one that uses the library. */
export interface RealTool {
  readonly folder: string;
  readonly simulator: string;
}

/** What is waited for is short: nobody can set this clock forward. */
const hasty = ['--settle', '0.5', '--max-wait', '5'];

const noteFolders = resolve('test/resilience/simulator/real/note-folders.cjs');

/** The folders of the machines that are open. */
const homes = new Set<string>();

const remove = (home: string) => rmSync(home, { recursive: true, force: true });

// Whatever ends the simulator.
process.once('exit', () => homes.forEach(remove));

/** This machine, with a folder of its own, and the shop behind a server on loopback. */
export class RealMachine implements Machine {
  readonly timeline = new RealTime();
  readonly longestMs = 120_000;
  readonly calmMs = mostMs + 100;
  readonly #home = mkdtempSync(join(tmpdir(), 'resale-history-'));
  readonly #processes = new Map<string, RealProcess>();
  readonly #server: Server;

  private constructor(
    readonly tool: RealTool,
    readonly service: Service,
  ) {
    this.#server = createServer((request, response) => void this.#take(request, response));
    // Only the weather breaks connections.
    this.#server.keepAliveTimeout = 0;
    mkdirSync(join(this.#home, 'noted'));
    homes.add(this.#home);
  }

  static async open(tool: RealTool, service: Service): Promise<RealMachine> {
    const machine = new RealMachine(tool, service);
    await new Promise<void>((listening) => machine.#server.listen(0, '127.0.0.1', listening));
    return machine;
  }

  start(start: Start): RealProcess {
    const { port } = this.#server.address() as AddressInfo;
    // The tool's runs are of an address and a client: the key alone tells which process sends a request.
    const apiKey = `key-${this.#processes.size + 1}-of-the-shop`;
    const noted = join(this.#home, 'noted', apiKey);
    const foldersFile = `${noted}.folders`;
    const { folder, simulator } = this.tool;
    const { argv, program, client } = start;
    const args = program
      ? [simulator, '--program', JSON.stringify(program), '--worker', resolve(folder)]
      : ['--require', noteFolders, resolve(folder, 'bin/resale.js'), ...argv, ...hasty];
    const env = {
      ...environmentIn(this.#home, `http://127.0.0.1:${port}`, apiKey, client),
      SIMULATOR_FOLDERS: foldersFile,
    };
    const launch = { args, cwd: this.#home, env, stdoutFile: `${noted}.stdout` };
    const started = new RealProcess(this.timeline, start, launch, foldersFile);
    this.#processes.set(apiKey, started);
    return started;
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.#home, path), content);
  }

  read(path: string): string | undefined {
    try {
      return readFileSync(join(this.#home, path), 'utf8');
    } catch {
      return undefined;
    }
  }

  suffer(trouble: Trouble): void {
    throw new Error(`${trouble.do}: this happens to no real machine`);
  }

  clearUp(): void {}

  async close(): Promise<void> {
    const processes = [...this.#processes.values()];
    for (const one of processes) one.kill();
    await Promise.all(processes.map(({ over }) => over));
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
    remove(this.#home);
    homes.delete(this.#home);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const by = this.#processes.get(`${request.headers['x-service-authentication-key']}`);
    // Who is killed in the middle of a request has not sent it.
    const body = await text(request).catch(() => undefined);
    if (by === undefined || body === undefined) return void request.socket.destroy();
    const { method = '', url: path = '' } = request;
    by.moment('request');
    this.service.take({ by, method, path, body: body === '' ? undefined : body }, (arrival) => {
      by.moment('answer');
      if (!by.isKilled) arrive(arrival, response);
    });
  }
}

const arrive = (arrival: Arrival, response: ServerResponse): void => {
  const { socket } = response;
  if (socket === null || socket.destroyed) return;
  arrival.heard?.();
  if (arrival.kind === 'reset') return void socket.resetAndDestroy();
  const { status, type, body, headers } = arrival.answer;
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers });
  if (arrival.kind === 'answer') response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length >> 1), () => socket.end());
};
