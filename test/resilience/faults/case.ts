import { chance } from '../../support/ledger-faults.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { type Scene, scenes } from './scenes.ts';
import type { Attack } from './shop.ts';

/** A command that meets a fault: with an even seed each time, with an odd one once. */
export interface Case {
  fault: Fault;
  scene: Scene;
  seed: number;
}

const parted = ' × ';

/** `lost answers: reset × inventory set --from × 2` */
export const nameOf = ({ fault, scene, seed }: Case): string =>
  [`${fault.group}: ${fault.name}`, scene.name, seed].join(parted);

/** The case with a name. */
export const caseNamed = (name: string): Case => {
  const [faultName, sceneName, seed] = name.split(parted);
  const fault = faults.find((candidate) => `${candidate.group}: ${candidate.name}` === faultName);
  const scene = scenes.find((candidate) => candidate.name === sceneName);
  if (fault === undefined || scene === undefined) throw new Error(`there is no case ${name}`);
  return { fault, scene, seed: Number(seed) };
};

/** A place is wrong for all that is sent there, and pages that lead astray do so again. */
export const isEachTime = ({ fault, seed }: Case): boolean =>
  seed % 2 === 0 || 'place' in fault || fault.only === 'pages';

/** Every case of a seed that makes sense. */
export const casesOf = (seed: number): Case[] =>
  faults.flatMap((fault) => scenes.map((scene) => ({ fault, scene, seed })).filter(makesSense));

const makesSense = (one: Case): boolean => {
  const { fault, scene } = one;
  if (fault.change === 'repeated') return scene.replaces !== undefined && scene.meets === 'change';
  if (fault.only !== undefined) return fault.only === scene.has;
  // A run outlasts a service that has no time for as long as an hour.
  const isForHours = scene.change === 'rows' && fault.change === 'not-processed' && fault.again === true;
  return !(isForHours && isEachTime(one));
};

/** How the shop has a case meet its fault. */
export const attackOf = (one: Case): Attack => {
  const { fault, scene, seed } = one;
  const rolled = (what: string) => chance(seed, what, nameOf(one));
  const which = Math.floor(rolled('which') * scene.requests);
  return {
    fault,
    meets: (kind, before) => kind === scene.meets && (isEachTime(one) || before === which),
    // A creation that is nowhere is looked for half a minute long.
    isApplied: scene.name.startsWith('listings create') || rolled('applied') < 0.5,
    roll: rolled('roll'),
  };
};
