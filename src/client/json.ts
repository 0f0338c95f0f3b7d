import { isSafeNumber, LosslessNumber, parse } from 'lossless-json';

// A number that JavaScript would round has 16 digits or more, or an exponent. Within a text nothing is rounded, and
// the identifiers there look like exponents: a number stands behind a space or one of these signs.
const mayHoldRoundedNumber = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * Parses JSON without rounding a number: one that JavaScript can't hold becomes a `LosslessNumber`,
 * which prints as it was written and passes for no number in a schema.
 */
export const parseJson = (text: string): unknown =>
  mayHoldRoundedNumber.test(text)
    ? parse(text, null, {
        parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)),
        onDuplicateKey: ({ newValue }) => newValue,
      })
    : JSON.parse(text);
