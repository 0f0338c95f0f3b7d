import { describe, expect, it } from 'vitest';
import { resale } from '../support/resale.ts';
import { warehouse } from '../support/warehouse.ts';

/** Typed as a shell types them with $'…'. */
const carriageReturn = 'RETURN-000001\r';
const zeroWidth = 'RETURN-\u200b000001';

const messageOf = (stderr: string): string => JSON.parse(stderr).error.message;

describe('a name with a character that nobody can see is refused by name, before anything is sent', () => {
  it.each([
    [['listings', 'get', carriageReturn], String.raw`ID contains a control character: "RETURN-000001\r".`],
    [
      ['listings', 'get', zeroWidth, 'RETURN-000002'],
      String.raw`ID contains an invisible character: "RETURN-\u200b000001".`,
    ],
    [
      ['inventory', 'set', zeroWidth, '3'],
      String.raw`ID contains an invisible character: "RETURN-\u200b000001".`,
    ],
    [
      ['inventory', 'adjust', '1', '--sku', carriageReturn],
      String.raw`--sku contains a control character: "RETURN-000001\r".`,
    ],
    [
      ['listings', 'close', '--external-id', zeroWidth],
      String.raw`--external-id contains an invisible character: "RETURN-\u200b000001".`,
    ],
    [
      ['grade', '90025b3b-3c3c-4d40-91b1-88d4177828cf\r', '--condition', 'good'],
      String.raw`ITEM_ID contains a control character: "90025b3b-3c3c-4d40-91b1-88d4177828cf\r".`,
    ],
    [
      ['listings', 'create', '--shop-id', 's\u00a0', '--external-id', zeroWidth, '--source', 'sku'].concat(
        ['--product-id', carriageReturn, '--condition', 'good', '--image', 'https://images.example/1.jpg'],
        ['--metadata', 'a\u200b=x'],
      ),
      String.raw`--metadata has a name that contains an invisible character: "a\u200b"; --external-id contains an invisible character: "RETURN-\u200b000001"; --product-id contains a control character: "RETURN-000001\r"; --shop-id contains a special space: "s\u00a0".`,
    ],
  ])('%j', async (line, message) => {
    const { exitCode, stderr } = await resale(line);
    expect([messageOf(stderr), exitCode]).toEqual([message, 2]);
  });

  it.each([
    ['listings close', `externalIdentifier\n${zeroWidth}\n`],
    ['listings close', JSON.stringify([{ externalIdentifier: zeroWidth }])],
    [
      'listings create --shop-id s --condition good --source sku --image https://images.example/1.jpg',
      JSON.stringify([{ externalIdentifier: zeroWidth, productIdentifier: 'A' }]),
    ],
  ])('in rows of %s', async (command, stdin) => {
    const shop = await warehouse({});
    const { exitCode, stderr } = await shop.resale(`${command} --from -`, { stdin });
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).error.details).toEqual([
      expect.stringContaining(
        String.raw`externalIdentifier contains an invisible character: "RETURN-\u200b000001"`,
      ),
    ]);
  });
});
