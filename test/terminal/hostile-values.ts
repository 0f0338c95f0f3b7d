import { hostileText, hostileTexts } from '../support/hostile-texts.ts';
import { fc } from '../support/properties.ts';

/** Values in every position that a document has. */
const around = (text: string, other: string): unknown => [
  text,
  { [text]: other, [`${text}\u0000`]: text },
  { other, deeper: { [text]: [text, { [text]: null }], list: [[text]] } },
];
/** Hostile texts, as values and as keys. */
export const hostileValues = [
  ...hostileTexts.map((text, at) => around(text, hostileTexts.at(at - 1) ?? '')),
  ...fc.sample(fc.tuple(hostileText, hostileText), 60).map((two) => around(...two)),
];

/** Half a character is in no YAML. */
export const asRead = (value: unknown): string => JSON.stringify(value).replace(/\\ud[89a-f]../g, '\ufffd');
