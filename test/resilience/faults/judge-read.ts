import { type Case, isEachTime } from './case.ts';
import type { FaultShop } from './shop.ts';
import type { Outcome } from './trial.ts';

/** Holds what a read printed against what it prints where nothing goes wrong. */
export const judgeRead = (one: Case, { exitCode = -1, stdout }: Outcome, calm: string): string[] => {
  const { fault } = one;
  const wanted = exitsOf(one);
  return [
    ...(wanted.includes(exitCode) ? [] : [`exit code ${exitCode}, and not ${wanted}`]),
    ...(mayDiffer(one) || (exitCode !== 0 && isServedBlank(one, stdout))
      ? []
      : wrongOutput(exitCode, withoutPorts(stdout), withoutPorts(calm))),
    ...(fault.only === undefined && exitCode !== 0 && withoutPorts(stdout) === withoutPorts(calm)
      ? ['failed, and printed the whole']
      : []),
  ];
};

/** The host of a feed may answer what it likes: it is not the service, and nothing is promised of its errors. */
const exitsOf = (one: Case): readonly number[] => {
  const { fault, scene } = one;
  if (scene.meets === 'file' && fault.only === undefined) return [0, 1, 7];
  // What is no JSON is refused where JSON is wanted.
  if (scene.isRaw && fault.isWhole) return [0, 1];
  return isEachTime(one) || !fault.again ? fault.exits : [0];
};

/** A table is as wide as what is in it, so that a part of it looks different. */
const mayDiffer = ({ fault, scene }: Case): boolean =>
  fault.alters === true ||
  (scene.args.includes('table') && !fault.exits.includes(0)) ||
  (fault.isWhole === true && (scene.isRaw === true || scene.meets === 'file'));

/** The bytes of a feed are passed on as they are served, white space before it, too. */
const isServedBlank = ({ fault, scene }: Case, stdout: string): boolean =>
  fault.name === 'a body without end' && scene.name === 'feed fetch -o json' && /^ +$/.test(stdout);

const wrongOutput = (exitCode: number, stdout: string, calm: string): string[] => {
  if (exitCode === 0) return stdout === calm ? [] : [`exit code 0, and printed ${stdout.slice(0, 500)}`];
  return calm.startsWith(stdout) ? [] : [`printed what is no beginning: ${stdout.slice(0, 500)}`];
};

const withoutPorts = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'host');

/** Holds what was said of a change that begins with a read against the books of the shop: it is made only after a good answer. */
export const judgeBegun = (one: Case, { exitCode = -1, stdout }: Outcome, shop: FaultShop): string[] => {
  const { fault, scene } = one;
  const applied = shop.ledger.entriesOf(scene.subjects?.[0] ?? '').length;
  const isRead = (!isEachTime(one) && fault.again === true) || fault.exits.includes(0);
  const wanted = isRead ? { exits: [0], applied: 1 } : { exits: fault.exits, applied: 0 };
  return [
    ...(wanted.exits.includes(exitCode) ? [] : [`exit code ${exitCode}, and not ${wanted.exits}`]),
    ...(applied === wanted.applied ? [] : [`applied ${applied} times, and not ${wanted.applied}`]),
    ...(exitCode !== 0 && stdout !== '' ? [`failed, and printed ${stdout}`] : []),
  ];
};
