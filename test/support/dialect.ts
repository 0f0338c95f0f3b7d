import type { DialectSettings } from '../../src/service/dialect.ts';
import { dialectOf } from '../../src/service/dialect.ts';
import { inWords, nameGroups, neutralNames } from '../../src/service/dialect-names.ts';
import { translationsFor } from '../../src/service/translation.ts';

const words = { service: 'Acme', commerce: 'Mart' };

/** Names of the deployment's own for those that the two words leave as they are. */
const otherNames = nameGroups.flatMap((group) =>
  Object.entries<string>(neutralNames[group])
    .filter(([, neutral]) => inWords(neutral, words) === neutral)
    .map(([name]) => [`${group}.${name}`, group === 'constant' ? `THEIR_${name}` : `their-${name}`]),
);

/** The settings of single names: `query.pageSize`. */
export const singleNames = nameGroups.flatMap((group) =>
  Object.keys(neutralNames[group]).map((name) => `${group}.${name}`),
);

/**
 * The dialect of the sandboxes that tests start, in which nothing has its neutral name. The suite of the commands runs a
 * second time with it; in the first run it is undefined.
 */
export const testDialect: DialectSettings | undefined = process.env.RESALE_TEST_DIALECT
  ? { serviceName: words.service, commerceName: words.commerce, names: Object.fromEntries(otherNames) }
  : undefined;

/** The names on the wire, such as `onWire.query.pageSize`. */
export const onWire = dialectOf(testDialect);

/** For requests to such a sandbox that do not come from the tool. */
export const translations = translationsFor(onWire);
