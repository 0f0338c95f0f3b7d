import type { Listing } from '../books.ts';
import type { History, Step } from '../history.ts';
import { Chance } from '../machine/chance.ts';
import { idOf } from '../shop.ts';
import { conditions } from './files.ts';

export const verbs = [
  'set',
  'adjust',
  'close',
  'create',
  'grade',
  'single',
  'plan',
  'undo',
  'shard',
  'agent',
  'library',
] as const;
export type Verb = (typeof verbs)[number];

/** A command line that has begun a run. */
export interface Begun {
  job: string;
  line: string;
  kind: Verb;
  named: boolean;
}

/** A history that is being drawn: what has been drawn so far. */
export class Draft {
  readonly chance: Chance;
  readonly listings: readonly Listing[];
  readonly steps: Step[] = [];
  readonly begun: Begun[] = [];
  /** How many jobs and files it has. */
  jobs = 0;
  files = 0;

  constructor(
    readonly seed: number,
    readonly allowed: readonly Verb[],
  ) {
    const chance = new Chance(`history ${seed}`);
    this.chance = chance;
    this.listings = Array.from({ length: chance.between(3, 16) }, (_, index): Listing => {
      const inventory = chance.happens(0.1) ? 0 : chance.between(1, chance.happens(0.3) ? 2 : 9);
      return {
        id: idOf('a', index + 1),
        state: inventory === 0 ? 'CLOSED' : 'OPEN',
        condition: chance.pick(conditions),
        sku: `SKU-${index + 1}`,
        availableInventory: inventory,
        externalIdentifier: `BAG-${index + 1}`,
      };
    });
  }

  history = (): History => ({ seed: `${this.seed}`, listings: this.listings, steps: this.steps });

  step = (...steps: Step[]): void => void this.steps.push(...steps);

  nextJob = (): string => {
    const letter = String.fromCharCode(65 + (this.jobs % 24));
    const round = Math.floor(this.jobs / 24);
    this.jobs += 1;
    return round === 0 ? letter : `${letter}${round}`;
  };

  lastJob = (): string => (this.steps.findLast((step) => step.do === 'start') as { job: string }).job;

  /** The listings that the file of a line, or the last one, is about. */
  listedIn(line?: string): readonly Listing[] {
    const path = line && /--from (\S+?\.csv)/.exec(line)?.[1];
    const file = this.steps.findLast((step) => step.do === 'file' && (!path || step.path === path));
    const text = file?.do === 'file' ? file.text : '';
    const about = this.listings.filter(
      ({ id, externalIdentifier }) => text.includes(id) || text.includes(`${externalIdentifier},`),
    );
    return about.length > 0 ? about : this.listings;
  }
}
