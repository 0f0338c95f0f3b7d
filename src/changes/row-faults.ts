import type { Fields } from './operation.ts';
import { type Fault, isFault, quoted } from './row-values.ts';

/** Fields in which a row may say one of the service's constants in other words, and how each word is understood. */
export type Constants = Readonly<Record<string, (said: string) => string>>;

/** A row's fields with the constants that its words mean. */
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
  readonly said: string[] = [];

  /** Takes a value, or the fault in its place. */
  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.said.push(`${name} ${value.fault}`);
    return undefined;
  }

  /** Takes the rules that a row breaks. Of a constant that nobody knows it says how the row has it. */
  broken(faults: readonly { path: string; message: string }[], fields: Fields, constants: Constants): void {
    for (const { path, message } of faults) {
      const said = fields[path];
      const isWord = Object.hasOwn(constants, path) && typeof said === 'string';
      this.said.push(`${path} ${message}${isWord ? `, not ${quoted(said)}` : ''}`);
    }
  }

  /** Names the fields of a row that nobody knows: a misspelt one would be passed over in silence. */
  unknownFields(fields: Fields, known: readonly string[], ignoreExtra: boolean): void {
    if (ignoreExtra) return;
    for (const name of Object.keys(fields))
      if (!known.includes(name)) this.said.push(`${JSON.stringify(name)} is no known field`);
  }
}
