import { describe, expect, it, test } from 'vitest';
import type { PreviewedRequest } from '../../src/client/request.ts';
import type { Grading } from '../../src/service/grading.ts';
import { translationFor } from '../support/dialect.ts';
import { hangUp, startRelay } from '../support/relay.ts';
import { errorOf } from '../support/resale.ts';
import { warehouse } from '../support/warehouse.ts';

const one = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e61';
const two = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e62';
const three = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e63';

/** A shop whose requests can be read. */
const watched = async () => {
  const shop = await warehouse();
  const { url, lines } = await startRelay(shop.baseUrl, () => undefined);
  const { fromWire } = translationFor('gradeItems').body;
  const sent = () =>
    lines.map((line) => (fromWire(JSON.parse(line.slice(line.indexOf('{')))) as Grading).items);
  return { ...shop, env: { ...shop.env, RESALE_BASE_URL: url }, sent };
};

describe('grade --from', () => {
  it('shows with -n each request as it would be sent, at the first row of its shipment', async () => {
    const shop = await watched();
    const stdin = `id,condition,shipment\n${one},GOOD,a\n${two},GOOD,b\n${three},EXCELLENT,a\n`;
    const [, plan] = await shop.reports('grade --from - -n', { stdin, env: shop.env });
    const shown = plan.map((row) => (row as unknown as { request: PreviewedRequest | null }).request);
    expect(shown).toEqual([
      { method: 'POST', url: `${shop.env.RESALE_BASE_URL}/v1/items/grade`, body: expect.anything() },
      expect.objectContaining({ method: 'POST' }),
      null,
    ]);
    expect(shop.sent()).toEqual([]);
    await shop.reports('grade --from -', { stdin, env: shop.env });
    const { fromWire } = translationFor('gradeItems').body;
    const bodies = shown.flatMap((request) => (request ? [fromWire(request.body) as Grading] : []));
    expect(bodies.map(({ items }) => items)).toEqual(shop.sent());
    const { stdout } = await shop.resale('grade --from - -n -o csv', { stdin });
    expect(stdout).not.toContain('request');
  });

  it('sends a file as one shipment, in one request, and reads no list', async () => {
    const shop = await watched();
    const stdin = `id,condition,notes,images\n${one},GOOD,a stain,https://images.example/1.jpg left|https://images.example/2.jpg\n${two},DAMAGED,,\n`;
    const [exitCode, reports] = await shop.reports('grade --from -', { stdin, env: shop.env });
    expect([exitCode, reports.map(({ id, outcome }) => [id, outcome])]).toEqual([
      0,
      [
        [one, 'applied'],
        [two, 'applied'],
      ],
    ]);
    expect(shop.sent()).toEqual([
      [
        {
          id: one,
          condition: 'GOOD',
          notes: 'a stain',
          images: [
            { url: 'https://images.example/1.jpg', notes: 'left' },
            { url: 'https://images.example/2.jpg' },
          ],
        },
        { id: two, condition: 'DAMAGED' },
      ],
    ]);
  });

  it('takes the words that --condition takes, and others of their form', async () => {
    const shop = await watched();
    const stdin = `id,condition\n${one},Minor-Defect\n${two},good\n${three},damaged\n`;
    const [exitCode] = await shop.reports('grade --from -', { stdin, env: shop.env });
    expect([exitCode, shop.sent()[0]?.map(({ condition }) => condition)]).toEqual([
      0,
      ['MINOR_DEFECT', 'GOOD', 'DAMAGED'],
    ]);
  });

  it('shows the unknown word', async () => {
    const shop = await watched();
    const screen = await shop.resale('grade --from -', { stdin: `id,condition\n${one},Grade B+\n` });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      [
        "line 2: condition must be one of new-with-tags, new-without-tags, excellent, good, minor-defect, damaged, missing, not 'Grade B+'; --no-check sends any other word",
      ],
    ]);
  });

  it('with --no-check, sends a word that the tool does not know as it was typed', async () => {
    const shop = await watched();
    const stdin = `id,condition\n${one},Grade B+\n${two},good\n`;
    const [exitCode] = await shop.reports('grade --no-check --from -', { stdin, env: shop.env });
    expect([exitCode, shop.sent()[0]?.map(({ condition }) => condition)]).toEqual([0, ['Grade B+', 'GOOD']]);
  });

  it('sends one request per shipment if a column names it', async () => {
    const shop = await watched();
    const stdin = `shipment,id,condition\nS1,${one},GOOD\nS2,${two},GOOD\nS1,${three},GOOD\nS2,${one},GOOD\n`;
    const [exitCode] = await shop.reports('grade --from -', { stdin, env: shop.env });
    const ids = shop.sent().map((items) => items.map(({ id }) => id));
    expect([exitCode, ids]).toEqual([
      0,
      [
        [one, three],
        [two, one],
      ],
    ]);
  });

  test.each([
    [
      'the same item twice',
      `id,condition\n${one},GOOD\n${one.toUpperCase()},GOOD\n`,
      /^line 3: an earlier row of the shipment already has the item/,
    ],
    [
      'a slip of the finger',
      `id,condition\n${one},GOOD\n${two},GOD\n`,
      /^line 3: condition must be one of .*, not 'GOD' \(did you mean good\?\); --no-check sends any other word$/,
    ],
    [
      'one in small letters',
      `id,condition\n${one},god\n`,
      /^line 2: condition must be one of .*, not 'god' \(did you mean good\?\); --no-check sends any other word$/,
    ],
    [
      'a word that it does not know',
      `id,condition\n${one},wunderbar\n`,
      /^line 2: condition must be one of .*, not 'wunderbar'; --no-check sends any other word$/,
    ],
    ['no condition', `id,condition\n${one},\n`, /^line 2: condition /],
    ['an id that is none', 'id,condition\nA,GOOD\n', /^line 2: id /],
    ['a picture without an address', `id,condition,images\n${one},GOOD,left\n`, /^line 2: images/],
  ])('refuses %s before anything is sent', async (_, stdin, message) => {
    const shop = await warehouse();
    const screen = await shop.resale('grade --from -', { stdin });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([2, [expect.stringMatching(message)]]);
    expect(shop.requests).toEqual([]);
  });

  it('whose answer is lost is unknown, all of the shipment, and is not sent again', async () => {
    const shop = await warehouse();
    const { url, changes } = await startRelay(shop.baseUrl, () => ({ afterwards: hangUp }));
    const stdin = `id,condition\n${one},GOOD\n${two},GOOD\n`;
    const env = { ...shop.env, RESALE_BASE_URL: url };
    const [exitCode, reports] = await shop.reports('grade --from - --settle 0 --failed-out failed.csv', {
      stdin,
      env,
    });
    expect([exitCode, reports.map(({ id, outcome }) => [id, outcome]), changes()]).toEqual([
      8,
      [
        [one, 'unknown'],
        [two, 'unknown'],
      ],
      1,
    ]);
    expect(await shop.read('failed.csv')).toBe('id,condition\n');
  });
});
