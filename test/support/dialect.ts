import type { DialectSettings } from '../../src/service/dialect.ts';
import { dialectOf } from '../../src/service/dialect.ts';
import { inWords, nameGroups, neutralNames } from '../../src/service/dialect-names.ts';
import { translationsFor } from '../../src/service/translation.ts';

const words = { service: 'Acme', commerce: 'Mart' };

/** Every name that the two words leave as it is → one of the deployment's own. */
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

/** What is called how on the wire, such as `onWire.query.pageSize`. */
export const onWire = dialectOf(testDialect);

/** What somebody else says to such a sandbox, and what it says to them. */
export const translations = translationsFor(onWire);
