import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRequest, type EndpointInput } from '../../src/http/request.ts';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import { type EndpointName, endpoints } from '../../src/service/endpoints.ts';
import { onWire, translations } from './dialect.ts';
import { type Circumstances, resale, type SandboxedTest, type Screen, sandboxed } from './resale.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Report {
  line: number;
  id: string | null;
  outcome: string;
  before: number | null;
  after: number | null;
  error: { code: string; message: string } | null;
}

/** A shop with a few listings, and a directory with files about them. */
export interface Warehouse extends SandboxedTest {
  cwd: string;
  ids: Record<string, string>;
  file(name: string, text: string | Buffer): Promise<void>;
  read(name: string): Promise<string>;
  /** The inventories now, by external identifier. */
  stock(): Promise<Record<string, number>>;
  sets(name: string, quantity: number): Promise<void>;
  changes(): string[];
  resale(line: string | readonly string[], circumstances?: Omit<Circumstances, 'cwd'>): Promise<Screen>;
  /** Returns the exit code, and the printed records by line. */
  reports(line: string, circumstances?: Omit<Circumstances, 'cwd'>): Promise<[number, Report[]]>;
}

const { clientId, apiKey } = sandboxProfile;

const headers = {
  'content-type': 'application/json',
  [onWire.header.clientId]: clientId,
  [onWire.header.authenticationKey]: apiKey,
};

interface Listed {
  availableInventory: number;
}

/** `{ A: 3 }`: one listing, external identifier and SKU `A`, of which there are three. */
export const warehouse = async (
  stock: Record<string, number> = {},
  options: Partial<SandboxOptions> = {},
): Promise<Warehouse> => {
  const listings = Object.entries(stock).map(([name, availableInventory]) => ({
    externalIdentifier: name,
    sku: name,
    availableInventory,
  }));
  const sandbox = await sandboxed({ listings, ...options });
  const cwd = temporaryFolder();
  const env = { ...sandbox.env, RESALE_STATE_DIR: join(cwd, 'state') };

  const ask = async <Answer>(name: EndpointName, input: EndpointInput): Promise<Answer> => {
    const { method, path, body } = buildRequest(endpoints[name], input, translations);
    const given = await fetch(`${sandbox.baseUrl}${path}`, { method, headers, ...(body ? { body } : {}) });
    if (!given.ok) throw new Error(`${method} ${path} ${given.status}: ${await given.text()}`);
    return translations.body.fromWire(await given.json()) as Answer;
  };
  const byName = <Fact>(fact: (listing: ReturnType<typeof sandbox.listings>[number]) => Fact) =>
    Object.fromEntries(sandbox.listings().map((one) => [`${one.externalIdentifier}`, fact(one)]));
  /** Does something that does not appear in the log. */
  const unseen = async <Done>(work: () => Promise<Done>): Promise<Done> => {
    const before = [...sandbox.requests];
    const done = await work();
    sandbox.requests.splice(0, sandbox.requests.length, ...before);
    return done;
  };

  const shop: Warehouse = {
    ...sandbox,
    env,
    cwd,
    ids: byName(({ id }) => id),
    file: (name, text) => writeFile(join(cwd, name), text),
    read: (name) => readFile(join(cwd, name), 'utf8'),
    stock: async () => byName(({ availableInventory = 0 }) => availableInventory),
    sets: (name, quantity) =>
      unseen(async () => {
        const params = { id: shop.ids[name] ?? '' };
        const { availableInventory } = await ask<Listed>('getListing', { params });
        await ask('updateInventory', {
          params,
          body: { action: 'SET_INVENTORY', oldInventory: availableInventory, newInventory: quantity },
        });
      }),
    changes: () => sandbox.requests.filter((request) => !request.startsWith('GET ')),
    resale: (line, circumstances = {}) => resale(line, { env, cwd, ...circumstances }),
    async reports(line, circumstances) {
      const { exitCode, stdout, stderr } = await shop.resale(line, circumstances);
      if (stdout === '') throw new Error(`nothing was printed: ${stderr}`);
      const reports: Report[] = JSON.parse(stdout);
      return [exitCode, reports.sort((one, other) => one.line - other.line)];
    },
  };
  return shop;
};
