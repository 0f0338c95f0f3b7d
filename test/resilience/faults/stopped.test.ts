import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { bin } from '../../support/built.ts';
import { start } from '../torture/tool.ts';
import { unmannerly } from './manners.ts';
import { onPremises } from './premises.ts';
import { idOf } from './scenes.ts';
import { canaries, type RequestKind } from './shop.ts';
import { fallingSilent, interruptedBy, type Moment, stoppedBy } from './stopped-by.ts';

vi.setConfig({ maxConcurrency: 4 });

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

const id = idOf(0);

/** A moment, and what is then told. */
interface Told extends Moment {
  told: 'interrupted' | 'unknown' | 'unknown';
}

const reading = (line: string, kind: RequestKind = 'read', at = 0): Told => ({
  line,
  kind,
  at,
  told: 'interrupted',
});
const changing = (line: string, told: Told['told'] = 'unknown'): Told => ({
  line,
  kind: 'change',
  at: 0,
  told,
});

const moments: readonly Told[] = [
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
  changing('inventory set --from - --yes --timeout 6 --settle 0', 'unknown'),
];

describe.concurrent('stopped by a signal', () => {
  const expected = async (
    { ended, entries }: Awaited<ReturnType<typeof stoppedBy | typeof interruptedBy>>,
    { told, code }: { told: string; code: number },
  ) => {
    expect(ended.exitCode).toBe(code);
    expect(JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{"error"'))).error.code).toBe(told);
    expect(unmannerly(ended, [canaries.apiKey, canaries.signature])).toEqual([]);
    expect(entries).toEqual([]);
  };
  const cases = moments.map((moment, index) => {
    const [signal, code] = signals[index % signals.length] ?? signals[0];
    return { ...moment, signal, code };
  });

  // A signal becomes the same request to stop, whatever is under way: of each kind of moment a process meets one.
  const processes = ['interrupted', 'unknown', 'unknown'].map((kind, index) => {
    const [signal, code] = signals[index] ?? signals[0];
    return { ...(cases.find(({ told }) => told === kind) ?? cases[0]), signal, code } as (typeof cases)[0];
  });

  test.each(processes)('a process, $signal ($code): resale $line, silent at $kind $at: $told', async (one) =>
    expected(await stoppedBy(bin, [one.signal], one), one),
  );

  test.each(cases)('$signal ($code): resale $line, silent at $kind $at: $told', async (one) =>
    expected(await interruptedBy(one.signal, one), one),
  );
});

test('SIGPIPE stops nothing', async () => {
  const moment = { line: 'listings list', kind: 'read', at: 0 } as const;
  const { ended } = await stoppedBy(bin, ['SIGPIPE', 'SIGTERM'], moment);
  expect(ended).toMatchObject({ exitCode: 143, signal: 'SIGTERM' });
});

/** As a laptop does that is closed and opened again: the tool stands still, and its time goes on. */
describe.concurrent('halted by SIGSTOP until the time of its call is over, and continued', () => {
  test.each([
    [`inventory adjust ${id} 1`, 'unknown', 8],
    ['inventory set --from - --yes', 'unknown', 8],
  ])('resale %s: %s (%i), and nothing is sent again', async (line, told, code) => {
    const { ended, arrivals } = await onPremises(async ({ shop, home, env }) => {
      const silent = fallingSilent(shop, 'change', 0);
      const program = [process.execPath, bin, ...line.split(' '), '--timeout', '4', '--settle', '0'];
      const input = Buffer.from(`id,quantity\n${id},20\n`);
      const running = start({ program, cwd: home, env, input });
      await silent;
      running.kill('SIGSTOP');
      await wait(5_000);
      running.kill('SIGCONT');
      return { ended: await running.ended, arrivals: shop.ledger.arrivalsOf(id) };
    });
    expect(ended.exitCode).toBe(code);
    expect(JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{"error"'))).error.code).toBe(told);
    expect(arrivals).toHaveLength(1);
  });
});
