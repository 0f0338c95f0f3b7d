import { Interrupted } from '../../src/failure/failure.ts';
import { words } from '../support/resale.ts';

/**
 * The lines that a screen proposes: on a line of their own, at the end of a sentence, or in backticks or brackets, and what
 * stands so behind `hint` and `advice` in JSON. `FILE=left.csv` fills a word in capitals; a line with one that is not filled is
 * for a person. So are the tour and a shell in a sandbox, which test/e2e/stories sees.
 */
export const proposed = (screen: readonly string[], fill: readonly string[]): string[] => {
  const texts = screen.flatMap((line): string[] => {
    const inJson = [...line.matchAll(/"(?:hint|advice)":("(?:[^"\\]|\\.)*")/g)];
    return inJson.length > 0 ? inJson.map(([, text = '']) => JSON.parse(text)) : [line.replace(/^! /, '')];
  });
  const lines = texts.flatMap((text) => [
    // What programs of others would read is only printed.
    ...text.matchAll(
      /(?:^ +|: +|\bor |also )((?:printf '%s\\n' .* \| )?resale .*?)(?=, or | \| (?:jq|Out-String) |\.?$)/g,
    ),
    ...text.matchAll(/[`(](resale [^`)]+)[`)]/g),
  ]);
  const filled = lines.map(([, line = '']) =>
    fill.reduce((text, one) => {
      const [name = '', word = ''] = one.split(/=(.*)/s);
      return text.replace(new RegExp(`(?<=[ =])${name}(?= |$)`), () => word);
    }, line),
  );
  return [...new Set(filled)].filter(
    (line) => !/[ =][A-Z]{2,}(?= |$)|^resale sandbox (?:demo|exec)/.test(line),
  );
};

type Typed = (
  line: string,
  stop: AbortController,
) => Promise<{ exitCode: number; screen: readonly string[] }>;

/** Types proposed lines where `said` was typed, answers `y` to what is asked, and returns how those end that do not end well. */
export const followed = async (lines: readonly string[], said: string, type: Typed): Promise<string[]> => {
  const [assigned = ''] = /^(?:[A-Z_]+=\S* )*/.exec(said) ?? [];
  const facts: string[] = [];
  for (const line of lines) {
    let stdin = 'y';
    let exitCode = 0;
    for (const part of line.split(/ \| (?=resale )/)) {
      if (part.startsWith('printf ')) {
        stdin = words(part).slice(2).join('\\n');
        continue;
      }
      const stop = new AbortController();
      // It would run on, and another program may have its port.
      const own = part.replace(/^(resale sandbox start)(?: --port \d+)?$/, '$1 --port 0');
      if (own !== part) stop.abort(new Interrupted('SIGINT'));
      const end = await type(`${assigned}${own} <<< '${stdin}'`, stop);
      // Nothing that is wrong there excuses a line that is none.
      if (end.screen.some((shown) => /Unknown (?:command|option)|Too many arguments/.test(shown)))
        throw new Error(`The tool proposes a line that it does not know: ${part}`);
      exitCode = end.exitCode;
      stdin = end.screen.filter((shown) => !shown.startsWith('! ')).join('\\n');
    }
    if (exitCode !== 0) facts.push(`then exit ${exitCode}`);
  }
  return facts;
};
