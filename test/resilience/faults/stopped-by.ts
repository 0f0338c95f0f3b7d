import { systemClock } from '../../../src/clock.ts';
import { Interrupted } from '../../../src/failure/failure.ts';
import { resale } from '../../support/resale.ts';
import { start } from '../torture/tool.ts';
import type { AnswerFault } from './fault.ts';
import { onPremises } from './premises.ts';
import { idOf } from './scenes.ts';
import type { FaultShop, RequestKind } from './shop.ts';

/** What is under way, and at which request it is stopped. */
export interface Moment {
  line: string;
  kind: RequestKind;
  at: number;
}

const rows = `id,quantity\n${idOf(0)},20\n${idOf(1)},21\n`;

/** Starts a command, and sends it signals as soon as a request of it waits for its answer. */
export const stoppedBy = (bin: string, signals: readonly NodeJS.Signals[], { line, kind, at }: Moment) =>
  onPremises(async ({ shop, home, env }) => {
    const silent = fallingSilent(shop, kind, at);
    const program = [process.execPath, bin, ...line.split(' ')];
    const running = start({ program, cwd: home, env, input: Buffer.from(rows) });
    await silent;
    for (const signal of signals) running.kill(signal);
    return { ended: await running.ended, entries: shop.ledger.entries() };
  });

/** The same within this process, which is asked to stop as a signal asks the tool. */
export const interruptedBy = (signal: Interrupted['signal'], { line, kind, at }: Moment) =>
  onPremises(async ({ shop, home, env }) => {
    const silent = fallingSilent(shop, kind, at);
    const controller = new AbortController();
    const { signal: interruption } = controller;
    const running = resale(line, { cwd: home, env, stdin: rows, clock: systemClock, interruption });
    await silent;
    controller.abort(new Interrupted(signal));
    return { ended: await running, entries: shop.ledger.entries() };
  });

/** Has a shop fall silent at a request of a kind before which so many came. Resolves when it does. */
export const fallingSilent = (shop: FaultShop, kind: RequestKind, at: number): Promise<void> =>
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
