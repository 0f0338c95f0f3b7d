import { CallError } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import type { ClientEvent } from '../../http/exchange.ts';
import { parsedJson } from '../../json/exact.ts';
import type { Invocation } from '../../line/invocation.ts';
import {
  type Dialect,
  type DialectSettings,
  dialectOf,
  InvalidDialect,
  nameIn,
  readDialectSetting,
} from '../../service/dialect.ts';
import { inWords, isWord, neutralNames } from '../../service/dialect-names.ts';
import { isObject } from '../../terminal/fields.ts';
import { capitalized } from '../../words/counted.ts';

/** Settings of a dialect, by their names. */
export type DialectChanges = Readonly<Record<string, string>>;

/** The parsed answer, undefined if it is not JSON; or the refusal. */
export type Read =
  | { readonly value: unknown; readonly refusal?: undefined }
  | { readonly refusal: CallError; readonly value?: undefined };

/** A name that is safe in a shell and on a screen, whatever its source. */
const plainName = /^[A-Za-z][\w.-]{0,99}$/;

/** The known facts about a deployment. It only reads. Each name that it finds corrects the dialect of the following reads. */
export class Deployment {
  reads = 0;
  dialect: Dialect;
  #settings: DialectSettings;
  readonly #seen = new Map<string, string>();
  #client: Promise<Pick<Client, 'raw'>> | undefined;

  constructor(
    private readonly invocation: Invocation,
    private readonly known: DialectSettings,
    private readonly observe: (event: ClientEvent) => void,
  ) {
    this.#settings = known;
    this.dialect = dialectOf(known);
  }

  /** A field of a received object, by its neutral name. */
  field(object: unknown, ours: string): unknown {
    return fieldsIn(object)[this.dialect.field[ours] ?? ours];
  }

  async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<Read> {
    this.reads += 1;
    const parameters = new URLSearchParams(query).toString();
    this.#client ??= this.invocation.connect({
      signal: this.invocation.io.interruption,
      dialect: this.#settings,
      // One request per read, so that each outcome is reported.
      retry: { maxRetries: 0 },
      observe: this.observe,
    });
    const client = await this.#client;
    try {
      const { body } = await client.raw({ method: 'GET', path: parameters ? `${path}?${parameters}` : path });
      return { value: parsedJson(body) };
    } catch (error) {
      if (error instanceof CallError && error.attempt === 'rejected') return { refusal: error };
      throw error;
    }
  }

  /** Marks names of the dialect as right, so that they stay unchanged. */
  confirm(...settings: readonly string[]): void {
    for (const setting of settings) this.#seen.set(setting, nameIn(this.dialect, ofDialect(setting)));
  }

  /** Adopts the valid names, and returns them. */
  adopt(changes: DialectChanges): DialectChanges {
    return Object.fromEntries(
      Object.entries(changes).filter(([setting, name]) => this.#takes(setting, name)),
    );
  }

  #takes(setting: string, name: string): boolean {
    if (this.#seen.has(setting) || !plainName.test(name) || this.invocation.redact(name) !== name)
      return false;
    try {
      this.#settings = readDialectSetting(setting, name, this.#settings);
      this.dialect = dialectOf(this.#settings);
    } catch (error) {
      // The name is already in use.
      if (error instanceof InvalidDialect) return false;
      throw error;
    }
    this.#seen.set(setting, name);
    // A client can't change its headers.
    if (setting.startsWith('dialect.header.')) this.#client = undefined;
    return true;
  }

  /** The fewest settings with which the profile's dialect has the seen names: single names, or a word that implies them. */
  proposal(): DialectChanges {
    let words: Words = {};
    let fewest = this.#changesWith(words);
    for (const [setting, name] of Object.entries(fewest)) {
      const more = { ...words, ...wordBehind(nameIn(neutralNames, ofDialect(setting)), name) };
      const changes = this.#changesWith(more);
      if (Object.keys(changes).length < Object.keys(fewest).length) [words, fewest] = [more, changes];
    }
    return fewest;
  }

  #changesWith(words: Words): DialectChanges {
    const dialect = dialectOf({ ...this.known, ...words });
    const others = [...this.#seen].filter(([setting, name]) => nameIn(dialect, ofDialect(setting)) !== name);
    const own = Object.entries(words).map(([word, name]): [string, string] => [`dialect.${word}`, name]);
    return Object.fromEntries([...own, ...others]);
  }
}

/** The fields of a value; none if it is not an object. */
export const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const ofDialect = (setting: string): string => setting.replace('dialect.', '');

type Words = Partial<Record<'serviceName' | 'commerceName', string>>;

/** A placeholder for the deployment's own word. */
const marker = 'Qqqq';

/** The deployment's word behind one of its names: `martTags` for `commerceTags` is Mart. */
const wordBehind = (neutral: string, name: string): Words => {
  const [before = '', after] = inWords(neutral, { service: marker, commerce: marker }).split(/qqqq/i);
  if (after === undefined) return {};
  const part = name.slice(before.length, name.length - after.length);
  const prefix = capitalized(part === part.toUpperCase() ? part.toLowerCase() : part);
  if (!isWord(prefix) || inWords(neutral, { service: prefix, commerce: prefix }) !== name) return {};
  return /service/i.test(neutral) ? { serviceName: prefix } : { commerceName: prefix };
};
