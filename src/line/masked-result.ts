import { asWritten, parseJson } from '../json/exact.ts';
import type { Shown } from '../terminal/columns.ts';
import { redacted } from '../terminal/redact.ts';
import type { Result } from '../terminal/results.ts';
import { stringify } from '../terminal/write-json.ts';
import { type Advice, mapped } from '../words/advice.ts';

/**
 * A result without keys that the service repeats in its answer. Only texts are masked, and only for output: the outcome of a
 * change is decided by the original answer.
 */
export const maskedResult = (result: Result, redact: (text: string) => string): Result => {
  const masked = <Value>(value: Value): Value => redacted(value, redact);
  const orNone = (text: string | undefined) => text && redact(text);
  const advice = (text: Advice | undefined) => text && mapped(text, redact);
  switch (result.kind) {
    case 'nothing':
    case 'bytes':
      return result;
    case 'record':
      return {
        ...result,
        record: masked(result.record),
        sentence: advice(result.sentence),
        notice: advice(result.notice),
      };
    case 'records': {
      const { records, sentence, notice, isKeyless } = result;
      if (isKeyless) return result;
      const some = (all: readonly Shown[]) => all.map(masked);
      return {
        ...result,
        records: typeof records === 'function' ? (show) => records((all) => show(some(all))) : some(records),
        sentence: typeof sentence === 'function' ? (record) => redact(sentence(record)) : orNone(sentence),
        ...(notice && { notice: () => advice(notice()) }),
      };
    }
    case 'document':
      return {
        ...result,
        text: maskedJson(result.text, redact),
        value: async () => masked(await result.value()),
      };
  }
};

/** A text that is not JSON, or nests too deeply to be serialized again, is masked as plain text. */
const maskedJson = (text: string, redact: (text: string) => string): string => {
  if (redact(text) === text) return text;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return redact(text);
  }
  const masked = redacted(value, redact);
  return masked === value ? text : `${stringify(asWritten(masked), 2)}\n`;
};
