import { expect, test } from 'vitest';
import { startFeedServices } from '../support/feed-service.ts';
import { resale } from '../support/resale.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a download that breaks is shown with --debug, without the link', async () => {
  const file = { bytes: Buffer.from('[{}]'), etag: '"one"' };
  const { baseUrl } = (await startFeedServices())({ file, cuts: [0] });
  const env = { ...canaryKeys, RESALE_BASE_URL: baseUrl, RESALE_CACHE_DIR: temporaryFolder() };
  const { stderr } = await resale('feed fetch --debug', { env });
  expect(stderr).toContain(`from ${new URL(baseUrl).origin}, which holds the feed`);
  expect(stderr).not.toMatch(/canary-(?!client)/);
});
