import type { Row } from '../input/row.ts';
import { type Fault, isFault } from '../input/values.ts';

/** Collects what is wrong with a row. */
export class Faults {
  readonly said: string[] = [];

  /** Takes a value, or the fault in its place. */
  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.said.push(`${name} ${value.fault}`);
    return undefined;
  }

  /** Names the fields of a row that no one knows: a misspelt one would be passed over in silence. */
  unknownFields({ fields }: Row, known: readonly string[], ignoreExtra: boolean): void {
    if (ignoreExtra) return;
    for (const name of Object.keys(fields))
      if (!known.includes(name)) this.said.push(`${JSON.stringify(name)} is no known field`);
  }
}
