import { describe, expect, test, vi } from 'vitest';
import { atTerminal, bin, printed } from '../support/built.ts';
import { start } from '../torture/tool.ts';
import type { AnswerFault } from './fault.ts';
import { unmannerly } from './manners.ts';
import { onPremises } from './premises.ts';
import { idOf } from './scenes.ts';
import { canaries, type FaultShop, type RequestKind } from './shop.ts';

vi.setConfig({ maxConcurrency: 4 });

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

/** Has a shop fall silent at a request of a kind before which so many came. Resolves when it does. */
const fallingSilent = (shop: FaultShop, kind: RequestKind, at: number): Promise<void> =>
  new Promise((resolve) => {
    const fault: AnswerFault = {
      group: 'lost answers',
      name: 'silence',
      change: 'ambiguous',
      exits: [],
      answer: () => resolve(),
    };
    shop.attack = { fault, meets: (met, before) => met === kind && before >= at, isApplied: false, roll: 0 };
  });

const id = idOf(0);
const rows = `id,quantity\n${idOf(0)},20\n${idOf(1)},21\n`;

/** What is under way, at which request it is stopped, and what is then told. */
interface Moment {
  line: string;
  kind: RequestKind;
  at: number;
  told: 'interrupted' | 'unknown' | 'rows-unknown';
}

const reading = (line: string, kind: RequestKind = 'read', at = 0): Moment => ({
  line,
  kind,
  at,
  told: 'interrupted',
});
const changing = (line: string, told: Moment['told'] = 'unknown'): Moment => ({
  line,
  kind: 'change',
  at: 0,
  told,
});

const moments: readonly Moment[] = [
  reading('listings list'),
  reading('listings list --page-size 2', 'read', 1),
  reading(`listings get ${id}`),
  reading('shops lookup meadow.example'),
  reading('feed fetch'),
  reading('feed fetch', 'file'),
  reading('feed stats', 'file'),
  reading('feed watch'),
  reading('doctor'),
  reading(`inventory set ${id} 9`),
  changing(`inventory set ${id} 9`),
  changing(`inventory adjust ${id} 1`),
  changing(`listings close ${id} --yes`),
  changing(`grade ${id} --condition good`),
  changing(`api PUT /v1/listings/${id}/inventory --field a=b`),
  reading('inventory set --from - --yes'),
  changing('inventory set --from - --yes --timeout 1 --settle 0', 'rows-unknown'),
];

describe.concurrent('stopped by a signal', () => {
  const cases = moments.flatMap((moment) => signals.map(([signal, code]) => ({ ...moment, signal, code })));

  test.each(cases)(
    '$signal ($code): resale $line, silent at $kind $at: $told',
    { timeout: 120_000 },
    async ({ line, kind, at, told, signal, code }) => {
      const { ended, entries } = await onPremises(async ({ shop, home, env }) => {
        const silent = fallingSilent(shop, kind, at);
        const program = [process.execPath, bin, ...line.split(' ')];
        const running = start({ program, cwd: home, env, input: Buffer.from(rows) });
        await silent;
        running.kill(signal);
        return { ended: await running.ended, entries: shop.ledger.entries() };
      });
      expect(ended.exitCode).toBe(code);
      expect(JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{"error"'))).error.code).toBe(told);
      expect(unmannerly(ended, Object.values(canaries))).toEqual([]);
      expect(entries).toEqual([]);
    },
  );
});

test('SIGPIPE stops nothing', { timeout: 60_000 }, async () => {
  const ended = await onPremises(async ({ shop, home, env }) => {
    const silent = fallingSilent(shop, 'read', 0);
    const running = start({ program: [process.execPath, bin, 'listings', 'list'], cwd: home, env });
    await silent;
    running.kill('SIGPIPE');
    running.kill('SIGTERM');
    return running.ended;
  });
  expect(ended).toMatchObject({ exitCode: 143, signal: undefined });
});

describe('stopped at a question', () => {
  test.each([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 2],
    ['No', 'n\r', 2],
  ])('%s: nothing is changed', { timeout: 60_000 }, async (_, key, code) => {
    const { ended, arrivals } = await onPremises(async ({ shop, env }) => {
      const running = atTerminal(`resale listings close ${id}`, { env: { ...keysOf(env), TERM: 'xterm' } });
      await printed(running, /\?.*\(y/i);
      running.stdin.write(key);
      return { ended: await running, arrivals: shop.ledger.arrivals() };
    });
    expect(ended.exitCode).toBe(code);
    expect(ended.stdout).not.toMatch(/^\s+at /m);
    expect(arrivals).toEqual([]);
  });
});

/** What of an environment is about the service. */
const keysOf = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('RESALE_')));
