import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../../support/ledger.ts';
import type { Weather } from '../../support/ledger-faults.ts';
import { LedgerServer } from '../../support/ledger-server.ts';
import type { Job } from './jobs.ts';
import { apiKey, Machine } from './machine.ts';

/** A shop with its ledger, and a folder that is removed with it. */
export class Shop {
  private constructor(
    readonly bin: string,
    readonly server: LedgerServer,
    readonly folder: string,
    readonly baseUrl: string,
  ) {}

  static async open(bin: string): Promise<Shop> {
    const server = new LedgerServer(apiKey);
    const baseUrl = await server.listen();
    return new Shop(bin, server, await mkdtemp(join(tmpdir(), 'resale-torture-')), baseUrl);
  }

  async close(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  get ledger(): Ledger {
    return this.server.ledger;
  }

  /** Opens for a job, with nothing applied so far. */
  async begin({ listings, text }: Job, weather: Weather): Promise<void> {
    this.server.open(new Ledger(listings), weather);
    await writeFile(this.#file, text);
  }

  /** A machine on which nothing was run so far, with the job's file at hand. */
  machine(name = 'machine'): Machine {
    const { bin, baseUrl } = this;
    const home = join(this.folder, name);
    return new Machine({ bin, baseUrl, file: this.#file, name, home, state: join(home, 'state') });
  }

  /** A machine that keeps its runs on a volume that all such machines share. `inside` is the container that its programs run in. */
  pod(name: string, inside: readonly string[]): Machine {
    const { place } = this.machine(name);
    return new Machine({ ...place, state: join(this.folder, 'volume'), inside });
  }

  get #file(): string {
    return join(this.folder, 'rows.csv');
  }
}
