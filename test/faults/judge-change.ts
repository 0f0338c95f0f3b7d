import { type Case, isEachTime } from './case.ts';
import type { Attack, FaultShop } from './shop.ts';
import type { Outcome } from './trial.ts';

/** Holds what was said of one change against the books of the shop. */
export const judgeChange = (one: Case, attack: Attack, outcome: Outcome, shop: FaultShop): string[] => {
  const { subjects: [subject = ''] = [] } = one.scene;
  const applied = shop.ledger.entriesOf(subject).length;
  const wanted = wantedOf(one, attack);
  const { exitCode, stdout } = outcome;
  return [
    ...(wanted.exits.includes(exitCode ?? -1) ? [] : [`exit code ${exitCode}, and not ${wanted.exits}`]),
    ...(applied === wanted.applied ? [] : [`applied ${applied} times, and not ${wanted.applied}`]),
    ...(exitCode === 0 ? falseWords(stdout, wanted.outcome) : []),
    ...(exitCode !== 0 && stdout !== '' ? [`failed, and printed ${stdout}`] : []),
  ];
};

interface Wanted {
  exits: readonly number[];
  /** How often it is to be in the books. */
  applied: number;
  outcome?: string;
}

const wantedOf = (one: Case, attack: Attack): Wanted => {
  const { fault, scene } = one;
  const done = { exits: [0], applied: 1, outcome: 'applied' };
  const isOver = isEachTime(one) || !fault.again;
  if (scene.meets === 'read') {
    const isFine = !isOver || fault.exits.includes(0);
    return isFine ? done : { exits: fault.exits, applied: 0 };
  }
  switch (fault.change) {
    case 'accepted':
      return done;
    case 'not-sent':
    case 'not-processed':
      return isOver ? { exits: fault.exits, applied: 0 } : done;
    case 'rejected':
      return { exits: fault.exits, applied: 0 };
    case 'repeated':
      return scene.replaces === 'by delta'
        ? { exits: [8], applied: 1 }
        : { exits: [0], applied: 1, outcome: 'converged' };
    case 'ambiguous':
      return lost(one, attack);
  }
};

/** Nothing but its value, where it has one, can show that a change is there whose answer was lost. */
const lost = ({ fault, scene }: Case, { isApplied }: Attack): Wanted => {
  const applied = isApplied && !('breakOff' in fault) ? 1 : 0;
  if (scene.isRaw && fault.isWhole) return { exits: [0], applied };
  if (scene.wanted === undefined || applied === 0) return { exits: [8], applied };
  return { exits: [0], applied, outcome: 'converged' };
};

const falseWords = (stdout: string, wanted: string | undefined): string[] => {
  const said = /"outcome": ?"(\w+)"/.exec(stdout)?.[1];
  return said === undefined || said === wanted ? [] : [`said to be ${said}, and not ${wanted}`];
};
