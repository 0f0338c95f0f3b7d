import type { BrokenRule } from '../service/broken-rules.ts';
import type { Fields } from './operation.ts';
import { type Fault, isFault, quoted } from './row-values.ts';

/** The fields that hold a constant of the service, each with a function that turns a user's word into the constant. */
export type Constants = Readonly<Record<string, (said: string) => string>>;

/** Replaces users' words with the service's constants. */
export const withConstants = (fields: Fields, constants: Constants): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(constants).flatMap(([name, meant]) => {
      const said = fields[name];
      return typeof said === 'string' ? [[name, meant(said)]] : [];
    }),
  ),
});

/** Collects what is wrong with a row. */
export class RowFaults {
  readonly messages: string[] = [];

  /** Returns the value, or records the fault and returns undefined. */
  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.messages.push(`${name} ${value.fault}`);
    return undefined;
  }

  /** Records broken rules. For an unknown constant, the message quotes the word in the row. */
  addBrokenRules(faults: readonly BrokenRule[], fields: Fields, constants: Constants): void {
    for (const { path, message } of faults) {
      const said = fields[path];
      const isWord = Object.hasOwn(constants, path) && typeof said === 'string';
      this.messages.push(`${path} ${message}${isWord ? `, not ${quoted(said)}` : ''}`);
    }
  }

  /** Records unknown fields; otherwise a misspelt one would be ignored without a word. */
  addUnknownFields(fields: Fields, known: readonly string[], ignoreExtra: boolean): void {
    if (ignoreExtra) return;
    for (const name of Object.keys(fields))
      if (!known.includes(name)) this.messages.push(`${JSON.stringify(name)} is not a known field`);
  }
}
