import { neutralDialect } from '../../src/service/dialect.ts';
import { translationsFor } from '../../src/service/translation.ts';
import { onWire, translations } from './dialect.ts';

interface Printed {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * What a command printed with --dry-run, as it would have been with the neutral names: so that a test reads the same in
 * either run. The names themselves are judged by the sandbox, which knows no others than its own.
 */
// The tests say what they expect of it.
// biome-ignore lint/suspicious/noExplicitAny: a request is read freely here
export const printedIn = (stdout: string): any => {
  const printed: Printed | Printed[] = JSON.parse(stdout);
  return Array.isArray(printed) ? printed.map(inNeutralWords) : inNeutralWords(printed);
};

const inNeutralWords = ({ method, url, headers, body }: Printed): Printed => {
  const { origin, pathname, searchParams } = new URL(url);
  const ours = translations.query.fromWire(Object.fromEntries(searchParams));
  const neutral = translationsFor(neutralDialect).query.toWire(ours);
  const query = new URLSearchParams(neutral as Record<string, string>);
  const neutralNames = new Map(
    Object.entries(neutralDialect.header).map(([header, neutralName]) => [
      onWire.header[header as keyof typeof onWire.header],
      neutralName,
    ]),
  );
  return {
    method,
    url: `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [neutralNames.get(header) ?? header, value]),
    ),
    body: translations.body.fromWire(body),
  };
};
