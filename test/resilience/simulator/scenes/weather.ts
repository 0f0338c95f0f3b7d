import type { Step } from '../history.ts';
import type { Chance } from '../machine/chance.ts';
import type { AnswerFate, Fault } from '../weather.ts';

/** The service asks for fewer requests, and has not begun this one. */
const tooMany: Pick<Fault, 'deliveries' | 'answer'> = {
  deliveries: [],
  answer: { kind: 'words', status: 429 },
};

/** What is so for all of the history. */
export const climateOf = (chance: Chance): Step[] => {
  const steps: Step[] = [];
  if (chance.happens(0.35))
    steps.push({ do: 'weather', weather: { readLag: chance.pick([60, 150, 400, 900]) } });
  if (chance.happens(0.2))
    steps.push({ do: 'weather', weather: { listLag: chance.pick([150, 1_000, 8_000, 45_000]) } });
  if (chance.happens(0.1)) steps.push({ do: 'weather', weather: { movingLists: true } });
  if (chance.happens(0.25))
    steps.push({ do: 'weather', weather: { conflictStatus: chance.pick([400, 412, 422]) } });
  if (chance.happens(0.2)) steps.push({ do: 'weather', weather: { uniqueIdentifiers: true } });
  // A gateway that repeats many changes, and a service that is short of breath.
  if (chance.happens(0.12))
    for (let left = chance.between(2, 6); left > 0; left--)
      steps.push({ do: 'fault', fault: repeatedFault(chance, chance.between(1, 12)) });
  if (chance.happens(0.08))
    for (let left = chance.between(2, 8); left > 0; left--)
      steps.push({
        do: 'fault',
        fault: {
          on: chance.pick(['change', 'change', 'read']),
          nth: chance.between(1, 10),
          ...tooMany,
        },
      });
  return steps;
};

export const faultOf = (chance: Chance): Fault => {
  const on = chance.pick(['change', 'change', 'change', 'read', 'list'] as const);
  const nth = chance.between(1, chance.happens(0.5) ? 3 : 12);
  if (chance.happens(0.05)) return { on, nth, deliveries: [], answer: { kind: 'lost' }, unreachable: true };
  if (chance.happens(0.06)) return { on, nth, ...tooMany };
  if (chance.happens(0.06))
    return {
      on,
      nth,
      deliveries: [],
      answer: { kind: 'words', status: chance.pick([400, 403, 404, 422, 401]) },
    };
  if (on === 'change' && chance.happens(0.06))
    return { on, nth, deliveries: chance.pick([[0], [0], []]), answer: { kind: 'other' } };
  if (on === 'change' && chance.happens(0.25)) return repeatedFault(chance, nth);
  const late = chance.pick([40, 400, 3_000, 20_000]);
  const soon = chance.pick([5, 200]);
  const deliveries = on === 'change' ? chance.pick([[0], [0], [0], [], [0, soon], [0, late], [late]]) : [0];
  const answer = fateOf(chance);
  const slow = chance.happens(0.15) ? { slow: chance.pick([500, 3_000, 40_000]) } : {};
  return { on, nth, deliveries, answer, ...slow };
};

/** A gateway that delivers twice passes on the answer that it gets. */
const repeatedFault = (chance: Chance, nth: number): Fault => {
  const again = chance.pick([5, 5, 200, 200, 40, 400, 3_000]);
  return { on: 'change', nth, deliveries: [0, again], answer: { kind: 'last' } };
};

const fateOf = (chance: Chance): AnswerFate => {
  const kind = chance.pick([
    'last',
    'last',
    'first',
    'lost',
    'lost',
    'cut',
    'silent',
    'page',
    'page',
    'words',
  ] as const);
  if (kind === 'page') return { kind, status: chance.pick([404, 403, 410, 502, 503, 409]) };
  return kind === 'words' ? { kind, status: chance.pick([500, 503]) } : { kind };
};
