import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

const item = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';

it('grades an item with notes and pictures, and prints what the service made of it', async () => {
  const { env, requests } = await sandboxed();
  const line = `grade ${item} --condition minor-defect --notes 'loose button' --image 'https://images.example/1.jpg left cuff' --image https://images.example/2.jpg`;
  const { exitCode, stdout } = await resale(line, { env });
  expect(JSON.parse(stdout)).toEqual({
    id: item,
    condition: 'MINOR_DEFECT',
    notes: 'loose button',
    images: [
      { url: 'https://images.example/1.jpg', notes: 'left cuff' },
      { url: 'https://images.example/2.jpg' },
    ],
  });
  expect([exitCode, requests]).toEqual([0, ['POST /v1/items/grade 200']]);
});

it('is a card on a terminal', async () => {
  const { env } = await sandboxed();
  const { stdout } = await resale(`grade ${item} --condition good`, { env, terminal: 80 });
  expect(stdout).toBe(`ID         ${item}\nCONDITION  ~ GOOD\nNOTES      -\nIMAGES     -\n`);
});

test.each([
  ['good', 'GOOD'],
  ['New_With_Tags', 'NEW_WITH_TAGS'],
  ['Excellent --no-check', 'EXCELLENT'],
  ['DAMAGED --no-check', 'DAMAGED'],
  ['grade-2b --no-check', 'grade-2b'],
  ['MAJOR_DEFECT --no-check', 'MAJOR_DEFECT'],
  ['GOD --no-check', 'GOD'],
  ['wunderbar --no-check', 'wunderbar'],
])('--condition %s → %s: other words than those of listings pass through', async (said, sent) => {
  const { env } = await sandboxed();
  const { stdout } = await resale(`grade ${item} --condition ${said} --dry-run`, { env });
  expect(printedIn(stdout).body).toEqual({ items: [{ id: item, condition: sent }] });
  expect((await resale(`grade ${item} --condition ${said}`, { env })).exitCode).toBe(0);
});

const mustBe = 'must be one of new-with-tags, new-without-tags, excellent, good, minor-defect, not';
const insist = '--no-check sends any other word.';

test.each([
  ['', 'ITEM_ID is missing (or give --from); --condition is missing.'],
  [item, '--condition is missing.'],
  [
    'A-1 --condition good',
    "ITEM_ID must be an identifier such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64, not 'A-1'.",
  ],
  [`${item} --condition 'quite good'`, `--condition ${mustBe} 'quite good'; ${insist}`],
  [`${item} --condition god`, `--condition ${mustBe} 'god' (did you mean good?); ${insist}`],
  [
    `${item} --condition Execellent`,
    `--condition ${mustBe} 'Execellent' (did you mean excellent?); ${insist}`,
  ],
  ...['wunderbar', 'damaged', 'missing', 'bad', 'defect', 'grade-2b'].map((said) => [
    `${item} --condition ${said}`,
    `--condition ${mustBe} '${said}'; ${insist}`,
  ]),
  [
    `${item} --condition major-defect --yes`,
    `--condition ${mustBe} 'major-defect' (did you mean minor-defect?); ${insist}`,
  ],
  [`${item} --condition good --notes ''`, '--notes must not be empty.'],
  [
    `${item} --condition good --image here`,
    '--image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine.',
  ],
  [
    `${item} --condition '!!' --image y`,
    `--condition ${mustBe} '!!'; ${insist.slice(0, -1)}; --image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine.`,
  ],
])('grade %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`grade ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

test('a grade that the service changed is shown as it came, and said', async () => {
  const { env } = await startService({
    '/v1/items/grade': json(200, { items: [{ id: item, condition: 'FOR_PARTS' }] }),
  });
  const { exitCode, stdout, stderr } = await resale(`grade ${item} --condition good`, { env });
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { id: item, condition: 'FOR_PARTS' }]);
  expect(stderr).toBe(`The service graded ${item} as FOR_PARTS, not as GOOD.\n`);
});

describe('a word that is none of the known grades, at a terminal', () => {
  const question = `WUNDERBAR is none of the conditions that listings have (new-with-tags, new-without-tags, excellent, good, minor-defect). Grade with it?`;

  test.each([
    ['y\n', 0, ['POST /v1/items/grade 200']],
    ['n\n', 2, []],
    ['\n', 2, []],
  ])('is asked about: %j', async (typed, code, sent) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(`grade ${item} --condition wunderbar`, { env, typed, terminal: 300 });
    expect(screen.stderr).toContain(question);
    expect([screen.exitCode, requests]).toEqual([code, sent]);
  });

  test.each(['--yes', '--dry-run', '--no-input'])('is not asked about with %s: exit 2', async (flag) => {
    const { env, requests } = await sandboxed();
    const line = `grade ${item} --condition wunderbar ${flag}`;
    const screen = await resale(line, { env, typed: 'y\n', terminal: 300 });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    expect(screen.stderr).toContain(insist);
  });
});

describe("grades can't be read back", () => {
  it('so a lost answer is an unknown outcome, exit 8, and it is never sent twice', async () => {
    let requests = 0;
    const { env } = await startService({
      '/v1/items/grade': (response) => {
        requests += 1;
        response.socket?.destroy();
      },
    });
    const screen = await resale(`grade ${item} --condition good --settle 0`, { env });
    expect([screen.exitCode, screen.stdout, requests]).toEqual([8, '', 1]);
    expect(errorOf(screen)).toMatchObject({ code: 'unknown', retryable: 'unknown' });
    expect(errorOf(screen).message).toMatch(/^Grading 1 item was sent but not confirmed: /);
  });

  it('a refusal is a refusal: exit 1', async () => {
    const { env } = await startService({ '/v1/items/grade': json(400, { error: 'no such item' }) });
    const screen = await resale(`grade ${item} --condition good`, { env });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      1,
      'The service refused it (400): no such item.',
    ]);
  });
});
