import { endpoints } from '../../service/endpoints.ts';
import { translationsFor } from '../../service/translation.ts';
import type { Deployment, Read } from './deployment.ts';
import { fieldsIn } from './fields.ts';
import { isFaultFound } from './misfit.ts';
import type { DialectChanges } from './words.ts';

/** A page of the list, in our words where the deployment's are known. */
export interface Page {
  rows: readonly Readonly<Record<string, unknown>>[];
  hasNextPage: unknown;
  endCursor: unknown;
}

const { path } = endpoints.listListings;

/** The list of a deployment, whatever it calls the parts of a page. */
export class List {
  /** What the parts of a page are called, where that is not as the dialect says. */
  changes: DialectChanges = {};
  /** The answer of `readFirst` as it came. */
  firstAnswer: unknown;
  /** The name under which a page size is refused. */
  #refused: string | undefined;

  constructor(readonly deployment: Deployment) {}

  /** Whether a page size is refused under its present name. */
  get refusesPageSize(): boolean {
    return this.parameter('pageSize') === this.#refused;
  }

  /** The name of a parameter. */
  parameter(ours: string): string {
    return this.deployment.dialect.query[ours] ?? ours;
  }

  /** Asks for a page of one listing; if even that is refused as wrong, for a page of any size. */
  async readFirst(): Promise<Read> {
    const read = await this.deployment.read(path, this.#one());
    const { value, refusal } = await this.#withoutPageSize(read);
    if (refusal) return { refusal };
    this.firstAnswer = value;
    this.#adoptParts(value);
    return { value };
  }

  /** Asks for a page of one listing, with more parameters. */
  read(query: Readonly<Record<string, string>>): Promise<Read> {
    return this.deployment.read(path, { ...this.#one(), ...query });
  }

  /** The page in an answer; undefined if it has none. */
  pageIn({ value }: Read): Page | undefined {
    const { body } = translationsFor(this.deployment.dialect);
    const { listings, pageInfo } = fieldsIn(body.fromWire(value));
    if (!Array.isArray(listings)) return undefined;
    const { hasNextPage, endCursor } = fieldsIn(pageInfo);
    return { rows: listings.map(fieldsIn), hasNextPage, endCursor };
  }

  /** The listings of the first page, as they came. */
  rawRows(): readonly unknown[] {
    const rows = this.deployment.field(this.firstAnswer, 'listings');
    return Array.isArray(rows) ? rows : [];
  }

  #one(): Record<string, string> {
    return this.refusesPageSize ? {} : { [this.parameter('pageSize')]: '1' };
  }

  async #withoutPageSize(read: Read): Promise<Read> {
    if (read.refusal === undefined || !isFaultFound(read.refusal)) return read;
    const without = await this.deployment.read(path);
    if (without.refusal) return read;
    this.#refused = this.parameter('pageSize');
    return without;
  }

  /** Takes what has the form of a part for that part, where it is the only one. */
  #adoptParts(value: unknown): void {
    const parts = fieldsIn(value);
    this.#adopt(parts, 'listings', Array.isArray);
    this.#adopt(parts, 'pageInfo', (part) => Object.keys(fieldsIn(part)).length > 0);
    const info = fieldsIn(this.deployment.field(parts, 'pageInfo'));
    this.#adopt(info, 'hasNextPage', (part) => typeof part === 'boolean');
    this.#adopt(info, 'endCursor', (part) => typeof part === 'string');
  }

  #adopt(
    parts: Readonly<Record<string, unknown>>,
    field: string,
    hasItsForm: (value: unknown) => boolean,
  ): void {
    if (this.deployment.field(parts, field) !== undefined) {
      this.deployment.confirm(`field.${field}`);
      return;
    }
    const names = Object.keys(parts).filter((name) => hasItsForm(parts[name]));
    const [name] = names;
    if (name === undefined || names.length > 1) return;
    this.changes = { ...this.changes, ...this.deployment.adopt({ [`dialect.field.${field}`]: name }) };
  }
}
