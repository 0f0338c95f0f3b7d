import { describe, expect, it, test } from 'vitest';
import type { PreviewedRequest } from '../../src/client/request.ts';
import type { Grading } from '../../src/service/grading.ts';
import { translations } from '../support/dialect.ts';
import { hangUp, startRelay } from '../support/relay.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const one = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e61';
const two = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e62';
const three = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e63';

/** A shop whose requests can be read. */
const watched = async () => {
  const shop = await warehouse();
  const { url, lines } = await startRelay(shop.baseUrl, () => undefined);
  const { fromWire } = translations.body;
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
    const { fromWire } = translations.body;
    const bodies = shown.flatMap((request) => (request ? [fromWire(request.body) as Grading] : []));
    expect(bodies.map(({ items }) => items)).toEqual(shop.sent());
    const { stdout } = await shop.resale('grade --from - -n -o csv', { stdin });
    expect(stdout).not.toContain('request');
  });

  it('sends a file as one shipment, in one request, and reads no list', async () => {
    const shop = await watched();
    const stdin = `id,condition,notes,images\n${one},GOOD,a stain,https://images.example/1.jpg left|https://images.example/2.jpg\n${two},EXCELLENT,,\n`;
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
        { id: two, condition: 'EXCELLENT' },
      ],
    ]);
  });

  it('takes the words that --condition takes', async () => {
    const shop = await watched();
    const stdin = `id,condition\n${one},Minor-Defect\n${two},good\n${three},NEW-WITH_tags\n`;
    const [exitCode] = await shop.reports('grade --from -', { stdin, env: shop.env });
    expect([exitCode, shop.sent()[0]?.map(({ condition }) => condition)]).toEqual([
      0,
      ['MINOR_DEFECT', 'GOOD', 'NEW_WITH_TAGS'],
    ]);
  });

  it('shows the unknown word', async () => {
    const shop = await watched();
    const screen = await shop.resale('grade --from -', { stdin: `id,condition\n${one},Grade B+\n` });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      [
        "line 2: condition must be one of new-with-tags, new-without-tags, excellent, good, minor-defect, not 'Grade B+'; --no-check sends any other word",
      ],
    ]);
  });

  it('with --no-check, sends a word that the tool does not know as it was typed', async () => {
    const shop = await watched();
    const stdin = `id,condition\n${one},Grade B+\n${two},good\n`;
    const [exitCode] = await shop.reports('grade --no-check --from -', { stdin, env: shop.env });
    expect([exitCode, shop.sent()[0]?.map(({ condition }) => condition)]).toEqual([0, ['Grade B+', 'GOOD']]);
  });

  it('says where the service gave another grade: in the row, and how many at the end', async () => {
    const shop = await warehouse();
    const stdin = `id,condition\n${one.toUpperCase()},good\n${two},DAMAGED\n${three},MISSING\n`;
    const screen = await shop.resale('grade --from - --no-check -o csv', { stdin });
    expect(screen.stdout.trim().split('\n')).toEqual([
      'line,id,outcome,before,after,error,wanted,condition',
      `2,${one.toUpperCase()},applied,,,,GOOD,GOOD`,
      `3,${two},applied,,,,DAMAGED,MINOR_DEFECT`,
      `4,${three},applied,,,,MISSING,MINOR_DEFECT`,
    ]);
    expect([screen.exitCode, screen.stderr]).toEqual([
      0,
      expect.stringContaining('The service gave 2 items a different grade: lines 3 and 4.\n'),
    ]);
    const [, run = ''] = /^Run (\S+):/m.exec(screen.stderr) ?? [];
    const { stdout } = await shop.resale(`runs show ${run} --rows --fields wanted,condition`);
    expect(JSON.parse(stdout)[2]).toEqual({ wanted: 'MISSING', condition: 'MINOR_DEFECT' });
  });

  it('takes bare identifiers, one a line, with a --condition for all', async () => {
    const shop = await warehouse();
    const ids = [one, two, three].join('\n');
    const [exitCode, reports] = await shop.reports('grade --from - --condition good', { stdin: ids });
    expect([exitCode, reports]).toMatchObject([
      0,
      [
        { line: 1, id: one, condition: 'GOOD' },
        { line: 2, id: two, condition: 'GOOD' },
        { line: 3, id: three, condition: 'GOOD' },
      ],
    ]);
  });

  it('writes bare identifiers that were refused as it read them', async () => {
    const shop = await warehouse();
    const { url } = await startRelay(shop.baseUrl, () => ({ instead: json(400, { error: 'no such item' }) }));
    const env = { ...shop.env, RESALE_BASE_URL: url };
    const line = 'grade --from - --condition good --failed-out failed.txt';
    const screen = await shop.resale(line, { stdin: `${one}\n${two}\n`, env });
    expect([screen.exitCode, await shop.read('failed.txt')]).toEqual([6, `${one}\n${two}\n`]);
  });

  /** A file of so many items, in shipments of so many. */
  const shipments = (items: number, each: number) =>
    [
      'shipment,id,condition',
      ...Array.from({ length: items }, (_, index) => {
        const id = `7d0f5a32-8c1e-4b8e-9a57-${String(index).padStart(12, '0')}`;
        return `S${Math.floor(index / each)},${id},GOOD`;
      }),
      '',
    ].join('\n');

  test.each([
    ['two hundred shipments', 999, 5, '999 to grade in 200 shipments, the largest of 5'],
    ['one', 200, 200, '200 to grade in 1 shipment'],
  ])('says how many shipments a file has: %s', async (_, items, each, words) => {
    const shop = await warehouse();
    const stdin = shipments(items, each);
    const { stderr } = await shop.resale('grade --from - --dry-run', { stdin });
    expect(stderr).toContain(`Plan: ${items} rows: ${words}.`);
    const [exitCode] = await shop.reports('grade --from -', { stdin });
    expect([exitCode, shop.requests.length]).toEqual([0, Math.ceil(items / each)]);
  });

  it('asks about more than 200 items in one shipment, and does not send them without a yes', async () => {
    const shop = await warehouse();
    const stdin = shipments(201, 201);
    const screen = await shop.resale('grade --from -', { stdin });
    expect([screen.exitCode, errorOf(screen).message, shop.requests]).toEqual([
      2,
      expect.stringContaining('This grades 201 items in 1 shipment at '),
      [],
    ]);
    const [exitCode] = await shop.reports('grade --from - --yes', { stdin });
    expect([exitCode, shop.requests.length]).toEqual([0, 1]);
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
