import type { Client } from '../../client/client.ts';
import { CallError } from '../../client/errors.ts';
import type { RetryPolicy } from '../../client/retry.ts';
import type { Glimpse } from '../../feed/glimpse.ts';
import { parsedJson } from '../../json/parsed.ts';
import { type Dialect, type DialectSettings, dialectOf, readDialectSetting } from '../../service/dialect.ts';
import { InvalidDialect } from '../../service/errors.ts';
import type { MakeLine } from '../../words/resale-line.ts';
import { fieldsIn } from './fields.ts';
import { type DialectChanges, nameIn, wordsFor } from './words.ts';

/** How a deployment is reached. Everything that is sent there is a read. */
export interface Service {
  /** The dialect of the profile. */
  dialect: DialectSettings;
  /** The domain of a store to look up; undefined if none was named. */
  domain: string | undefined;
  /** A connection whose headers are those of a dialect; it repeats failed reads as usual if `retry` does not say otherwise. */
  connect(dialect: DialectSettings, retry?: Pick<RetryPolicy, 'maxRetries'>): Promise<Pick<Client, 'raw'>>;
  /** The beginning of the feed behind the link that `askLink` brings. */
  glimpse(askLink: () => Promise<string>): Promise<Glimpse>;
  /** Masks the credentials in a text. */
  redact(text: string): string;
  /** Makes a line for this service. */
  here: MakeLine;
}

/** What a read brought: parsed JSON, undefined if it is none, or the refusal of the service. */
export type Read =
  | { readonly value: unknown; readonly refusal?: undefined }
  | { readonly refusal: CallError; readonly value?: undefined };

/** A name that is safe in a shell and on a screen, whoever sent it. */
const plainName = /^[A-Za-z][\w.[\]-]{0,99}$/;

/** What is known about a deployment so far. Names that were seen correct the dialect for the reads that follow. */
export class Deployment {
  /** How many requests went to the service. */
  requests = 0;
  #settings: DialectSettings;
  #client: Promise<Pick<Client, 'raw'>> | undefined;
  readonly #confirmed = new Map<string, string | undefined>();
  readonly #found: Record<string, string> = {};

  constructor(readonly service: Service) {
    this.#settings = service.dialect;
  }

  get dialect(): Dialect {
    return dialectOf(this.#settings);
  }

  /** A field of an object that came, under its present name or else under ours. */
  field(object: unknown, ours: string): unknown {
    const fields = fieldsIn(object);
    return fields[this.dialect.field[ours] ?? ours] ?? fields[ours];
  }

  /** Sends a GET with these parameters, in the words of the deployment. Any failure but a refusal is thrown. */
  read(path: string, query: Readonly<Record<string, string>> = {}): Promise<Read> {
    this.#client ??= this.service.connect(this.#settings);
    const parameters = new URLSearchParams(query).toString();
    return this.#get(this.#client, parameters === '' ? path : `${path}?${parameters}`);
  }

  /** Sends a GET that is never repeated, since whoever calls this counts the requests. */
  readOnce(path: string): Promise<Read> {
    return this.#get(this.service.connect(this.#settings, { maxRetries: 0 }), path);
  }

  async #get(client: Promise<Pick<Client, 'raw'>>, path: string): Promise<Read> {
    this.requests += 1;
    try {
      return { value: parsedJson((await (await client).raw({ method: 'GET', path })).body) };
    } catch (error) {
      if (error instanceof CallError && error.attempt === 'rejected') return { refusal: error };
      throw error;
    }
  }

  /** Notes that a name, such as `query.pageSize`, is right as it is. It is not changed any more. */
  confirm(...names: readonly string[]): void {
    for (const name of names) this.#confirmed.set(name, nameIn(this.dialect, name));
  }

  /** Adopts those of the names that can be set, and returns them; undefined if there are none. */
  adopt(changes: DialectChanges): DialectChanges | undefined {
    const taken = Object.entries(changes).filter(([setting, value]) => this.#adopted(setting, value));
    Object.assign(this.#found, Object.fromEntries(taken));
    return taken.length > 0 ? Object.fromEntries(taken) : undefined;
  }

  /** All that was found, with words for Service and Commerce in place of the names that follow from them. */
  proposal(): DialectChanges {
    return wordsFor(this.service.dialect, this.#found, this.#confirmed);
  }

  #adopted(setting: string, value: string): boolean {
    if (this.#confirmed.has(setting.replace(/^dialect\./, ''))) return false;
    if (!plainName.test(value) || this.service.redact(value) !== value) return false;
    const { header } = this.dialect;
    try {
      this.#settings = readDialectSetting(setting, value, this.#settings);
    } catch (error) {
      if (error instanceof InvalidDialect) return false;
      throw error;
    }
    // A connection has its headers for good.
    if (JSON.stringify(this.dialect.header) !== JSON.stringify(header)) this.#client = undefined;
    return true;
  }
}
