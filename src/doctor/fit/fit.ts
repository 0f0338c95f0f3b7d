import { counted } from '../../words/counted.ts';
import { type Finding, ok, skipped } from '../finding.ts';
import { Deployment, type Service } from './deployment.ts';
import { feedFindings } from './feed.ts';
import { listingFindings } from './listings.ts';
import { misfit } from './misfit.ts';
import { shopFindings } from './shops.ts';
import type { DialectChanges } from './words.ts';

/**
 * Finds out with reads alone whether a deployment is as the profile's dialect says. The last finding has everything that should be
 * set; it is returned, too.
 */
export async function* fitFindings(service: Service): AsyncGenerator<Finding, DialectChanges> {
  const deployment = new Deployment(service);
  const findings: Finding[] = [];
  const all = async function* () {
    if (!(yield* listingFindings(deployment))) {
      for (const check of ['feed link', 'feed fields', 'shop lookup', 'shop fields'])
        yield skipped(check, 'the service refuses the credentials');
      return;
    }
    yield* shopFindings(deployment, yield* feedFindings(deployment));
  };
  for await (const finding of all()) {
    findings.push(finding);
    yield finding;
  }
  yield skipped(
    'brand',
    `only a creation shows what it calls the brand, which is sent as ${deployment.dialect.field.brand}`,
  );
  const set = deployment.proposal();
  yield dialectFinding(set, deployment.requests, findings);
  return set;
}

const dialectFinding = (set: DialectChanges, requests: number, findings: readonly Finding[]): Finding => {
  const check = 'dialect';
  const reads = counted(requests, 'read');
  if (Object.keys(set).length > 0)
    return misfit(
      check,
      'warning',
      `${counted(Object.keys(set).length, 'setting')} of the dialect should change (${reads})`,
      { set },
    );
  const bad = findings.some(({ status }) => status === 'failed' || status === 'warning');
  return bad
    ? skipped(check, `nothing to set was found (${reads})`)
    : ok(check, `everything that could be checked fits (${reads})`);
};
