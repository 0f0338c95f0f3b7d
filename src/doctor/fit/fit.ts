import { counted } from '../../words/counted.ts';
import { type Finding, ok, skipped } from '../finding.ts';
import { Deployment, type Service } from './deployment.ts';
import { feedFindings } from './feed.ts';
import { listingFindings } from './listings.ts';
import { misfit } from './misfit.ts';
import { shopFindings } from './shops.ts';

/**
 * Finds out with reads alone whether a deployment is as the profile's dialect says. The last finding has everything that should be
 * set.
 */
export async function* fitFindings(service: Service): AsyncGenerator<Finding> {
  const deployment = new Deployment(service);
  let isAllWell = true;
  for await (const finding of checksOf(deployment)) {
    if (finding.status === 'failed' || finding.status === 'warning') isAllWell = false;
    yield finding;
  }
  yield dialectFinding(deployment, isAllWell);
}

async function* checksOf(deployment: Deployment): AsyncGenerator<Finding> {
  if (yield* listingFindings(deployment)) yield* shopFindings(deployment, yield* feedFindings(deployment));
  else
    for (const check of ['feed link', 'feed fields', 'shop lookup', 'shop fields'])
      yield skipped(check, 'the service refuses the credentials');
  const { brand } = deployment.dialect.field;
  yield skipped('brand', `no read shows what the service calls the brand; it is sent as ${brand}`);
}

const dialectFinding = (deployment: Deployment, isAllWell: boolean): Finding => {
  const check = 'dialect';
  const set = deployment.proposal();
  const reads = counted(deployment.requests, 'read');
  if (Object.keys(set).length > 0)
    return misfit(
      check,
      'warning',
      `${counted(Object.keys(set).length, 'setting')} of the dialect should change (${reads})`,
      { set },
    );
  return isAllWell
    ? ok(check, `everything that could be checked fits (${reads})`)
    : skipped(check, `found nothing to set (${reads})`);
};
