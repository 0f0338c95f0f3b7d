import { Failure } from '../failure/failure.ts';
import { resaleLine } from '../words/resale-line.ts';

/** A deployment can't use such a name. The name itself is not repeated: it may be a key, pasted in the wrong place. */
export class InvalidDialect extends Failure {
  constructor(
    /** The name of the setting: `dialect.query.pageSize`. */
    readonly setting: string,
    /** In words that follow the name of the setting. */
    readonly problem: string,
    /** What can be set in its place. */
    readonly known: readonly string[] = [],
  ) {
    super(`${setting} ${problem}`, {
      code: 'usage',
      exit: 'usage',
      hint: known.length > 0 ? `There are ${known.join(', ')}.` : `See \`${resaleLine('help dialects')}\`.`,
    });
  }
}
