import { type Case, isEachTime } from './case.ts';
import type { Outcome } from './trial.ts';

/** Holds what a read printed against what it prints where nothing goes wrong. */
export const judgeRead = (one: Case, { exitCode = -1, stdout }: Outcome, calm: string): string[] => {
  const { fault } = one;
  const wanted = exitsOf(one);
  return [
    ...(wanted.includes(exitCode) ? [] : [`exit code ${exitCode}, and not ${wanted}`]),
    ...(mayDiffer(one) ? [] : wrongOutput(exitCode, withoutPorts(stdout), withoutPorts(calm))),
    ...(fault.only === undefined && exitCode !== 0 && withoutPorts(stdout) === withoutPorts(calm)
      ? ['failed, and printed the whole']
      : []),
  ];
};

/** The host of a feed may answer what it likes: it is not the service, and nothing is promised of its errors. */
const exitsOf = (one: Case): readonly number[] => {
  const { fault, scene } = one;
  if (scene.meets === 'file' && fault.only === undefined) return [0, 1, 7];
  if (scene.isRaw && fault.isWhole) return [0];
  return isEachTime(one) || !fault.again ? fault.exits : [0];
};

/** A table is as wide as what came first, so that a part of it, or one that comes slowly, looks different. */
const mayDiffer = ({ fault, scene }: Case): boolean =>
  fault.alters === true ||
  scene.args.includes('table') ||
  (fault.isWhole === true && (scene.isRaw === true || scene.meets === 'file'));

const wrongOutput = (exitCode: number, stdout: string, calm: string): string[] => {
  if (exitCode === 0) return stdout === calm ? [] : [`exit code 0, and printed ${stdout.slice(0, 500)}`];
  // White space before a feed is passed on as it was served.
  return calm.startsWith(stdout.trim() && stdout)
    ? []
    : [`printed what is no beginning: ${stdout.slice(0, 500)}`];
};

const withoutPorts = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'host');
