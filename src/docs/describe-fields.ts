import { answerFields } from '../cli/answer-fields.ts';
import type { AnyCommand } from '../cli/command.ts';
import { flagName, readFlags } from '../flags/values.ts';
import { formatNames } from '../terminal/formats.ts';

/** The fields of a command's answer, as --fields takes them. */
export interface DescribedFields {
  fields: readonly string[];
  /** Where a flag or a format makes another answer of it: what is said then, such as `--check` or `-o csv`, and its fields. */
  otherFields?: readonly { with: string; fields: readonly string[] }[];
}

/** Asks the command itself: with no flag as JSON, then in every other format, and with each of its flags alone. */
export const describeFields = (definition: AnyCommand): DescribedFields => {
  const unsaid = readFlags(definition.flags, {}, []);
  const fields = answerFields(definition, unsaid, 'json');
  const otherFields = [
    ...formatNames.map((format) => ({
      with: `-o ${format}`,
      fields: answerFields(definition, unsaid, format),
    })),
    ...Object.keys(definition.flags).map((name) => ({
      with: flagName(name),
      // That it is said decides, whatever its value is.
      fields: answerFields(definition, { ...unsaid, [name]: true } as typeof unsaid, 'json'),
    })),
  ].filter((other) => other.fields.join() !== fields.join());
  return { fields, ...(otherFields.length > 0 ? { otherFields } : {}) };
};
