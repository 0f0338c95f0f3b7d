import { type Finding, ok } from '../finding.ts';
import type { Deployment, Read } from './deployment.ts';
import { misfit, refusalWords } from './misfit.ts';

/** Headers of credentials, as a refusal may name them. */
const named = {
  clientId: /\bX-[A-Za-z][A-Za-z0-9]{0,63}-Client-Id\b/i,
  authenticationKey: /\bX-[A-Za-z][A-Za-z0-9]{0,63}-Authentication-Key\b/i,
};

/**
 * Makes the first read, and finds out whether the headers of the credentials are right. If a refusal names others, they are tried.
 * Only names are shown, never what was sent in them. Returns what was read last.
 */
export const headersFinding = async (
  deployment: Deployment,
  read: () => Promise<Read>,
): Promise<{ finding: Finding; read: Read }> => {
  const check = 'headers';
  const first = await read();
  const tried = headerWords(deployment);
  if (!isRefused(first)) {
    deployment.confirm('header.clientId', 'header.authenticationKey');
    return { finding: ok(check, 'the service accepts them', { tried }), read: first };
  }
  const came = refusalWords(first.refusal);
  const message = first.refusal.facts.serviceMessage ?? '';
  const other = Object.entries(named).flatMap(([header, form]) => {
    const name = form.exec(message)?.[0];
    return name === undefined || tried.includes(name) ? [] : [[`dialect.header.${header}`, name] as const];
  });
  const set = deployment.adopt(Object.fromEntries(other));
  const error = first.refusal;
  if (set === undefined) {
    const advice = `Check the keys. If the deployment has other names for these headers, set dialect.header.clientId and dialect.header.authenticationKey.`;
    return { finding: misfit(check, 'failed', came, { tried, error, advice }), read: first };
  }
  const again = await read();
  if (!isRefused(again)) deployment.confirm('header.clientId', 'header.authenticationKey');
  const then = isRefused(again) ? `also ${refusalWords(again.refusal)}` : 'accepted';
  const found = `${came}; ${headerWords(deployment)}: ${then}`;
  return { finding: misfit(check, 'failed', found, { tried, error, set }), read: again };
};

const headerWords = ({ dialect: { header } }: Deployment): string =>
  `${header.clientId} and ${header.authenticationKey}`;

const isRefused = (read: Read): read is Extract<Read, { refusal: object }> =>
  read.refusal?.refusesCredentials === true;
