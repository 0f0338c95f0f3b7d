import { InvalidKey } from './key-stores/errors.ts';

const hidden = '***';

/** A text that must not be shown: only `reveal` gives it out. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return hidden;
  }
  toJSON(): string {
    return hidden;
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}

/** What every call to the service carries. */
export interface Credentials {
  readonly clientId: Secret;
  readonly apiKey: Secret;
}

/**
 * A text someone gave as a key, fit to go into a header. Blanks around it are dropped, with a notice; what no header
 * can carry is refused with `InvalidKey`. `source` says in both where the text comes from.
 */
export const checkKey = (text: string, source = 'the API key'): { key: Secret; notice?: string } => {
  const key = text.trim();
  if (key === '') throw new InvalidKey(source, 'is empty');
  if (/[\r\n]/.test(key)) throw new InvalidKey(source, 'holds a line break');
  if (/\p{Cc}/u.test(key)) throw new InvalidKey(source, 'holds a control character');
  if (/[^\0-\xff]/.test(key)) throw new InvalidKey(source, 'holds a character that no HTTP header can carry');
  const secret = new Secret(key);
  return key === text ? { key: secret } : { key: secret, notice: `blanks around ${source} were dropped` };
};
