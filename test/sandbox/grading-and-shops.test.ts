import { expect, test } from 'vitest';
import { ask, sandboxWith } from './running.ts';

const item = { id: '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64', condition: 'DAMAGED' };

test('grading echoes the items, with one of the conditions of listings', async () => {
  const damaged = {
    ...item,
    notes: 'torn',
    images: [{ url: 'https://pictures.example/1.jpg', notes: 'sleeve' }],
  };
  const good = { id: '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e65', condition: 'GOOD' };
  const { status, body } = await ask(await sandboxWith(), 'POST /v1/items/grade', { items: [damaged, good] });
  expect([status, body]).toEqual([200, { items: [{ ...damaged, condition: 'MINOR_DEFECT' }, good] }]);
});

test.each([
  ['second-meadow.example', [['Second Meadow', ['US', 'CA']]]],
  ['SECOND-MEADOW.example', [['Second Meadow', ['US', 'CA']]]],
  ['outlet.second-meadow.example', [['Second Meadow', ['US', 'CA']]]],
  ['kleiderkreis.example', [['Kleiderkreis Zweite Größe', ['DE']]]],
  ['meadow.example', []],
])('the shops of %s are %o', async (domain, found) => {
  const { body } = await ask(
    await sandboxWith(),
    `GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=${domain}`,
  );
  expect(body.map((shop: Record<string, unknown>) => [shop.serviceShopName, shop.countryCodes])).toEqual(
    found,
  );
});

test.each(['%20', 'a%20b', 'https://second-meadow.example', 'second-meadow.example/', 'second-meadow'])(
  '%s is no domain: 400',
  async (domain) => {
    const { status, body } = await ask(
      await sandboxWith(),
      `GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=${domain}`,
    );
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^shopIdentifier must /)]);
  },
);

test('everything that a sandbox suggests trying exists', async () => {
  const sandbox = await sandboxWith();
  const { body } = await ask(
    sandbox,
    `GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=${sandbox.domain}`,
  );
  expect(body[0].serviceId).toBe(sandbox.shopId);
  const { listings } = (await ask(sandbox, 'GET /v1/listings')).body;
  expect(listings.map(({ sku }: { sku: string }) => sku)).not.toContain(sandbox.sku);
});
