/** Shorter texts occur everywhere, and are no secrets. */
const shortest = 4;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The forms of a secret in headers, links and bodies, and in JSON within a string of other JSON. */
const formsOf = (secret: string): string[] => {
  const base64 = Buffer.from(secret).toString('base64');
  const percent = encodeURIComponent(secret);
  return [
    secret,
    escaped(secret),
    escaped(escaped(secret)),
    escaped(escaped(escaped(secret))),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ];
};

/**
 * Makes a function that replaces every secret in a text by `***`: as it is, as JSON escapes it up to three times, in
 * base64, base64url, and percent-encoded. Secrets of fewer than 4 characters are left alone.
 */
export const redactor = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = [...new Set(secrets.filter(({ length }) => length >= shortest).flatMap(formsOf))];
  // A secret may contain another one; if the shorter were replaced first, the rest of the longer would remain.
  forms.sort((one, other) => other.length - one.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
};
