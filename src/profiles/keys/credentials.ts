import { getBuiltinModule } from 'node:process';
import type { Clock } from '../../clock.ts';
import { Failure } from '../../failure/failure.ts';
import type { Environment } from '../directories.ts';
import { InvalidKey } from './key-errors.ts';

const hidden = '***';

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

export interface Credentials {
  /** No secret: it is shown as it is. */
  readonly clientId: string;
  readonly apiKey: Secret;
}

/** An API key, and the only origin that it is sent to. */
export interface StoredKey {
  readonly origin: string;
  readonly apiKey: Secret;
}

/** The parts of the process that key stores need. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly self: readonly [string, ...string[]];
  readonly clock: Clock;
  readonly interruption: AbortSignal;
}

interface CheckedKey {
  key: Secret;
  /** A notice about dropped blanks. */
  notice?: string;
  /** A warning about text that was probably copied along with the key. */
  oddity?: string;
}

/** Checks that a text is valid in a header, and throws `InvalidKey` otherwise. Trims it. */
export const checkKey = (text: string, source = 'the API key'): CheckedKey => {
  const key = text.trim();
  if (key === '') throw new InvalidKey(source, 'is empty');
  if (/[\r\n]/.test(key)) throw new InvalidKey(source, 'contains a line break');
  if (/\p{Cc}/u.test(key)) throw new InvalidKey(source, 'contains a control character');
  if (/[^\0-\xff]/.test(key))
    throw new InvalidKey(source, 'contains a character that no HTTP header can carry');
  const along = copiedAlong.find(([form]) => form.test(key))?.[1];
  return {
    key: new Secret(key),
    ...(key !== text && { notice: `blanks around ${source} were dropped` }),
    ...(along && { oddity: `${source} ${along}, and is sent as it is` }),
  };
};

/** Text that people copy along with a key. A real key may look like this, so it is sent unchanged. */
const copiedAlong: readonly (readonly [RegExp, string])[] = [
  [/^(['"`]).*\1$/s, 'has quotation marks around it'],
  [/^Bearer\s/i, 'begins with Bearer'],
  [/^[A-Za-z_]\w*=(?!=*$)/, 'begins with a name and ='],
];

export const environmentCredentials = (
  environment: Environment,
  notify: (notice: string) => void,
): Credentials | undefined => {
  const { RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey } = environment;
  if (!clientId && !apiKey) return undefined;
  if (!clientId || !apiKey) {
    const [set, missing] = clientId
      ? ['RESALE_CLIENT_ID', 'RESALE_API_KEY']
      : ['RESALE_API_KEY', 'RESALE_CLIENT_ID'];
    throw new Failure(`${set} is set, but ${missing} is not`, {
      code: 'no-credentials',
      exit: 'credentials',
      hint: `Set ${missing} too, or unset ${set}.`,
    });
  }
  const checked = (text: string, variable: string) => {
    const { key, notice, oddity } = checkKey(text, variable);
    for (const one of [notice, oddity]) if (one) notify(one);
    return key;
  };
  return {
    clientId: checked(clientId, 'RESALE_CLIENT_ID').reveal(),
    apiKey: checked(apiKey, 'RESALE_API_KEY'),
  };
};

/** Eight hexadecimal digits to compare two secrets without revealing them. */
export const fingerprint = (value: string): string => {
  // Loaded on demand: few commands need it.
  const { createHash } = getBuiltinModule('node:crypto');
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
};
