import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxProfile } from '../../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { flaws, startUnfit } from './unfit.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Holds a service to the contract as whoever runs it would, and tells what of it is broken. */
const brokenAt = async (baseUrl: string, at: Record<string, string>): Promise<string[]> => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    'test/resilience/contract/contract.test.ts',
    '--project',
    'unit',
    '--reporter',
    'json',
  ];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CONTRACT_BASE_URL: baseUrl, CONTRACT_MAY_CHANGE: 'yes', ...at };
  const { stdout } = await execa(process.execPath, [vitest, ...args], {
    cwd: root,
    env,
    extendEnv: false,
    reject: false,
  });
  const { testResults } = JSON.parse(stdout) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(all.filter(({ status }) => status === 'passed').length).toBeGreaterThan(20);
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
};

test('of a service with flaws the suite names each, and nothing else', async () => {
  const { clientId, apiKey } = sandboxProfile;
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { url, close } = await startUnfit(sandbox.baseUrl);
  onTestFinished(close);
  const at = {
    CONTRACT_CLIENT_ID: clientId,
    CONTRACT_API_KEY: apiKey,
    CONTRACT_SHOP_ID: sandbox.shopId,
    CONTRACT_DOMAIN: sandbox.domain,
    CONTRACT_SKU: sandbox.sku,
  };
  expect((await brokenAt(url, at)).sort()).toEqual(Object.keys(flaws).sort());
});
