import { isSafeNumber, LosslessNumber, parse } from 'lossless-json';

// A number that JavaScript would round has 16 digits or more, or an exponent. In strings nothing is rounded, but
// identifiers there may look like exponents, so only what follows a space or one of these signs counts.
const mayHoldRoundedNumber = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * Parses JSON without rounding: a number that JavaScript can't hold becomes a `LosslessNumber`,
 * which prints as it was written, and is no number to a schema.
 */
export const parseJson = (text: string): unknown =>
  mayHoldRoundedNumber.test(text)
    ? parse(text, null, {
        parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)),
        onDuplicateKey: ({ newValue }) => newValue,
      })
    : JSON.parse(text);
