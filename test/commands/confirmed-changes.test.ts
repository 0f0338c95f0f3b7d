import { expect, test } from 'vitest';
import { resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const image = '--image https://images.example/1.jpg';
const creation = `listings create --shop-id shop --condition good --source sku --product-id A ${image}`;

test.each([
  [creation, 'json', `"url":"x","extra":${deep}`],
  [`inventory set ${id} 5`, 'json', `"availableInventory":5,"extra":${deep}`],
  [`inventory adjust ${id} 2`, 'json', `"availableInventory":5,"extra":${deep}`],
  [`listings close ${id} --yes`, 'json', `"availableInventory":0,"extra":${deep}`],
  [`grade ${id} --condition good`, 'yaml', `"condition":"GOOD","extra":${deep}`],
])(
  'a change whose answer nests too deep to be read is in doubt, and is not sent again: %s -o %s',
  async (line, format, fields) => {
    let changes = 0;
    const { env } = await startService(
      Object.fromEntries(
        ['listings', `listings/${id}`, `listings/${id}/inventory`, 'items/grade'].map((path) => [
          `/v1/${path}`,
          (response, request) => {
            if (request.method === 'GET') return json(200, { id, availableInventory: 3 })(response, request);
            changes += 1;
            const answer = `{"id":"${id}",${fields}}`;
            response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(path === 'items/grade' ? `{"items":[${answer}]}` : answer);
          },
        ]),
      ),
    );
    const { exitCode, stderr } = await resale(`${line} --settle 0 -o ${format}`, { env });
    expect([exitCode, changes]).toEqual([8, 1]);
    expect(stderr).toContain('the answer is nested deeper than 100 levels');
  },
);
