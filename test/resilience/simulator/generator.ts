import type { Listing } from './books.ts';
import type { Guest, History, Step } from './history.ts';
import { Chance } from './machine/chance.ts';
import type { MomentKind } from './machine/interface.ts';
import { idOf } from './shop.ts';
import type { AnswerFate, Fault } from './weather.ts';

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

/** The service asks for fewer requests, and has not begun this one. */
const tooMany: Pick<Fault, 'deliveries' | 'answer'> = {
  deliveries: [],
  answer: { kind: 'words', status: 429 },
};

const conditions = ['NEW_WITH_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'] as const;

/** Draws a history from a seed: the same one each time. */
export const generate = (seed: number, allowed: readonly Verb[] = verbs): History =>
  new Generator(seed, allowed).history();

interface Begun {
  job: string;
  line: string;
  kind: Verb;
  named: boolean;
}

class Generator {
  readonly #chance: Chance;
  readonly #listings: Listing[];
  readonly #steps: Step[] = [];
  readonly #begun: Begun[] = [];
  #jobs = 0;
  #files = 0;

  constructor(
    readonly seed: number,
    readonly allowed: readonly Verb[],
  ) {
    const chance = new Chance(`history ${seed}`);
    this.#chance = chance;
    this.#listings = Array.from({ length: chance.between(3, 16) }, (_, index): Listing => {
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

  history(): History {
    const { seed } = this;
    this.#climate();
    const scenes = this.#chance.between(2, 6);
    this.#run();
    for (let scene = 1; scene < scenes; scene++) this.#scene();
    return { seed: `${seed}`, listings: this.#listings, steps: this.#steps };
  }

  #step = (...steps: Step[]): void => void this.#steps.push(...steps);

  #nextJob = (): string => {
    const letter = String.fromCharCode(65 + (this.#jobs % 24));
    const round = Math.floor(this.#jobs / 24);
    this.#jobs += 1;
    return round === 0 ? letter : `${letter}${round}`;
  };

  /** What is so for all of the history. */
  #climate() {
    const chance = this.#chance;
    if (chance.happens(0.35))
      this.#step({ do: 'weather', weather: { readLag: chance.pick([60, 150, 400, 900]) } });
    if (chance.happens(0.2))
      this.#step({ do: 'weather', weather: { listLag: chance.pick([150, 1_000, 8_000, 45_000]) } });
    if (chance.happens(0.1)) this.#step({ do: 'weather', weather: { movingLists: true } });
    if (chance.happens(0.25))
      this.#step({ do: 'weather', weather: { conflictStatus: chance.pick([400, 412, 422]) } });
    if (chance.happens(0.2)) this.#step({ do: 'weather', weather: { uniqueIdentifiers: true } });
    // A gateway that repeats many changes, and a service that is short of breath.
    if (chance.happens(0.12))
      for (let left = chance.between(2, 6); left > 0; left--)
        this.#step({ do: 'fault', fault: this.#repeated(chance.between(1, 12)) });
    if (chance.happens(0.08))
      for (let left = chance.between(2, 8); left > 0; left--)
        this.#step({
          do: 'fault',
          fault: {
            on: chance.pick(['change', 'change', 'read']),
            nth: chance.between(1, 10),
            ...tooMany,
          },
        });
  }

  #scene() {
    const chance = this.#chance;
    const can = (...some: Verb[]) => some.some((verb) => this.allowed.includes(verb));
    const begun = this.#begun.length > 0;
    const scene = chance.weighted({
      run: 6,
      ...(begun && { again: 3, resume: 3, resolve: 0.7, end: 0.4, prune: 0.4 }),
      ...(begun && can('undo') && { undo: 3 }),
      ...(can('single') && { single: 2 }),
      ...(can('agent') && { agent: 0.7 }),
      ...(can('library') && { library: 1 }),
      rivals: 2,
      time: 1,
    });
    switch (scene) {
      case 'run':
        return this.#run();
      case 'again':
        return this.#line(chance.pick(this.#begun).line);
      case 'resume':
        return this.#line(`runs resume @${chance.pick(this.#begun).job}`);
      case 'undo':
        return this.#undo();
      case 'resolve':
        return this.#resolve();
      case 'end':
        return this.#line(`runs end @${chance.pick(this.#begun).job} --yes`);
      case 'prune':
        return this.#line('runs prune --older-than 0 --yes');
      case 'single':
        return this.#single();
      case 'agent':
        return this.#agent();
      case 'library':
        return this.#library();
      case 'rivals':
        return this.#step(...this.#rivals(chance.between(1, 5)));
      case 'time':
        return chance.happens(0.2)
          ? this.#step({ do: 'clock', ms: chance.pick([-3_600_000, -20_000, 20_000, 3_600_000]) })
          : this.#step({ do: 'sleep', ms: chance.pick([200, 1_000, 6_000, 60_000, 600_000]) });
    }
  }

  /** A file of rows, and the line that does what it says. */
  #run() {
    const chance = this.#chance;
    const kinds = this.allowed.filter((verb) => ['set', 'adjust', 'close', 'create', 'grade'].includes(verb));
    const kind =
      kinds.length === 0 ? 'adjust' : chance.pick([...kinds, ...kinds.filter((one) => one === 'adjust')]);
    this.#files += 1;
    const path = `${kind}${this.#files}.csv`;
    this.#step({ do: 'file', path, text: this.#rows(kind) });
    const command = {
      set: 'inventory set',
      adjust: 'inventory adjust',
      close: 'listings close',
      create: 'listings create',
      grade: 'grade',
    };
    let line = `${command[kind as keyof typeof command]} --from ${path}`;
    if (this.allowed.includes('plan') && kind !== 'grade' && chance.happens(0.12)) {
      this.#step({ do: 'start', job: this.#nextJob(), line: `${line} --plan ${path}.plan` });
      this.#step({ do: 'wait', job: this.#lastJob() });
      if (chance.happens(0.5)) this.#step(...this.#rivals(2));
      line = line.replace(path, `${path}.plan`);
    }
    const named = chance.happens(0.7);
    if (named) line += ` --run ${chance.pick(['night', 'shelf', 'box'])}${this.#files}`;
    const needsYes = kind === 'close' || kind === 'create' || kind === 'grade';
    const isLimited = !needsYes && chance.happens(0.3);
    if (isLimited) line += ` --max-close ${chance.between(0, 2)}`;
    if (kind !== 'grade' && chance.happens(0.06)) line += ` --max-change ${chance.pick([50, 80, 95])}`;
    // Somebody at a terminal reads the plan, and answers; a script says yes before.
    const answers = chance.happens(0.2) ? [chance.happens(0.8) ? 'y' : 'n'] : undefined;
    if (answers === undefined && (needsYes || isLimited || chance.happens(0.7))) line += ' --yes';
    if (kind === 'set' && chance.happens(0.3)) line += ` --on-conflict ${chance.pick(['retry', 'skip'])}`;
    if (kind === 'adjust' && chance.happens(0.08)) line += ' --direct';
    if (chance.happens(0.1)) line += ` --failed-out failed${this.#files}.csv`;
    const isSharded = named && this.allowed.includes('shard') && chance.happens(0.15);
    if (isSharded) return this.#shards(line, kind);
    this.#line(line, kind, named, answers);
  }

  /** The parts of a run, one after the other or at once; and sometimes somebody starts it without parts. */
  #shards(line: string, kind: Verb) {
    const chance = this.#chance;
    const isAtOnce = chance.happens(0.7);
    const jobs: string[] = [];
    const lines = [1, 2].map((part) => (chance.happens(0.25) ? line : `${line} --shard ${part}/2`));
    for (const one of lines) {
      const job = this.#nextJob();
      jobs.push(job);
      this.#begun.push({ job, line: one, kind, named: true });
      this.#step({ do: 'start', job, line: one });
      if (isAtOnce) this.#step({ do: 'sleep', ms: chance.pick([5, 20, 60, 200, 1_000]) });
      else this.#step({ do: 'wait', job });
    }
    for (const job of jobs) this.#step({ do: 'wait', job });
  }

  #rows(kind: Verb): string {
    const chance = this.#chance;
    const chosen = chance.some(this.#listings, chance.pick([0.4, 0.8, 1]));
    const all = chosen.length > 0 ? chosen : this.#listings.slice(0, 1);
    const file = this.#files;
    const byName = chance.happens(0.25);
    const nameOf = ({ id, externalIdentifier }: Listing) => (byName ? `${externalIdentifier}` : id);
    const head = byName ? 'externalIdentifier' : 'id';
    switch (kind) {
      case 'set':
        return csv(
          `${head},quantity`,
          all.map((one, index) => `${nameOf(one)},${chance.happens(0.15) ? 0 : file * 20 + index}`),
        );
      case 'adjust': {
        // Each row of a listing adds something else, so that the books tell them apart.
        const rows = all.flatMap((one) => {
          const delta = chance.happens(0.45) ? -1 : file * 3 + chance.between(0, 2);
          const again = chance.happens(0.4) ? [`${nameOf(one)},${delta + chance.between(2, 4)}`] : [];
          return [`${nameOf(one)},${delta}`, ...again];
        });
        return csv(`${head},delta`, rows);
      }
      case 'close':
        return csv(head, all.slice(0, 5).map(nameOf));
      case 'create':
        return csv(
          'externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images',
          Array.from({ length: chance.between(1, 6) }, (_, index) => {
            const name = `NEW-${file}-${index + 1}`;
            return `${name},shop-1,${chance.pick(conditions)},COMMERCE_SKU,SKU-${name},https://images.example/${index}.jpg`;
          }),
        );
      default: {
        const isGrouped = chance.happens(0.5);
        return csv(
          isGrouped ? 'id,condition,shipment' : 'id,condition',
          Array.from({ length: chance.between(1, 6) }, (_, index) => {
            const item = idOf('d', file * 100 + index);
            return `${item},${chance.pick(conditions)}${isGrouped ? `,box-${index % 3}` : ''}`;
          }),
        );
      }
    }
  }

  #lastJob = (): string => (this.#steps.findLast((step) => step.do === 'start') as { job: string }).job;

  #undo() {
    const chance = this.#chance;
    const undoable = this.#begun.filter(
      ({ kind }) => kind === 'set' || kind === 'adjust' || kind === 'close',
    );
    const [of] = undoable.length > 0 ? [chance.pick(undoable)] : [];
    if (of === undefined) return;
    if (chance.happens(0.3)) this.#step(...this.#rivals(2));
    this.#line(`runs undo @${of.job} --yes`);
    if (chance.happens(0.3)) this.#undoAgain(of);
  }

  /** Somebody brings back what was undone, and whoever does not know that it was undone does it again. */
  #undoAgain({ job, line }: Pick<Begun, 'job' | 'line'>) {
    for (const { id } of this.#listedIn(line))
      if (this.#chance.happens(0.6)) this.#step({ do: 'rival', act: { kind: 'reverts', id } });
    this.#line(`runs undo @${job} --yes`);
  }

  #resolve() {
    const chance = this.#chance;
    const which = chance.happens(0.3) ? `--lines ${chance.pick(['2', '3', '2,3'])}` : '--all';
    const as = chance.pick(['applied', 'not-applied']);
    this.#line(`runs resolve @${chance.pick(this.#begun).job} ${which} --as ${as} --yes`);
  }

  #single() {
    const chance = this.#chance;
    const { id } = chance.pick(this.#listings);
    const line = chance.pick([
      `inventory set ${id} ${chance.between(0, 30)} --yes`,
      `inventory adjust ${id} ${chance.pick([-1, 2, 5])} --exact --yes`,
      `inventory adjust ${id} ${chance.pick([-1, 3])} --yes`,
      `listings close ${id} --yes`,
      `grade ${idOf('d', 90_000 + this.#jobs)} --condition ${chance.pick(['good', 'excellent'])} --yes`,
      `listings create --shop-id shop-1 --condition good --source sku --product-id SKU-ALONE-${this.#jobs} --image https://images.example/1.jpg --external-id ALONE-${this.#jobs} --yes`,
    ]);
    this.#line(`${line} -o json`);
  }

  #agent() {
    const chance = this.#chance;
    this.#files += 1;
    const operation = chance.pick(['inventory set', 'inventory adjust', 'grade'] as const);
    const rows = chance.some(this.#listings, 0.5).map(({ id }, index) => {
      if (operation === 'grade')
        return { id: idOf('d', this.#files * 100 + index), condition: chance.pick(conditions) };
      if (operation === 'inventory set') return { id, quantity: this.#files * 20 + index };
      return { id, delta: chance.happens(0.3) ? -1 : this.#files * 3 };
    });
    if (rows.length > 0) this.#guest('mcp', { agent: { operation, rows } });
  }

  /** Calls at once, two of them of one listing sometimes. */
  #library() {
    const chance = this.#chance;
    const method = chance.pick(['setInventory', 'adjustInventory'] as const);
    this.#files += 1;
    const ids = chance.some(this.#listings, 0.4).map(({ id }) => id);
    const [first] = ids;
    if (first === undefined) return;
    const isPair = method === 'adjustInventory' && chance.happens(0.4);
    const program = [...ids, ...(isPair ? [first] : [])].map((id, index) => ({
      ...{
        method,
        id,
        value: method === 'setInventory' ? this.#files * 20 + index : this.#files * 3 + index,
      },
    }));
    this.#guest('library', { program });
  }

  #guest(line: string, guest: Guest) {
    const chance = this.#chance;
    const job = this.#nextJob();
    for (let left = chance.pick([0, 1, 1, 2]); left > 0; left--)
      this.#step({ do: 'fault', fault: this.#fault() });
    this.#step({ do: 'start', job, line, ...guest });
    if (chance.happens(0.2)) {
      this.#step({
        do: 'until',
        job,
        moment: chance.pick(['request', 'answer', 'sync']),
        nth: chance.between(2, 12),
      });
      this.#step(...(chance.happens(0.5) ? ([{ do: 'kill', job }] as const) : this.#rivals(2)));
    }
    this.#step({ do: 'wait', job });
  }

  #line(line: string, kind?: Verb, named = false, answers?: readonly string[]) {
    const chance = this.#chance;
    const job = this.#nextJob();
    if (kind) this.#begun.push({ job, line, kind, named });
    for (let left = chance.pick([0, 0, 0, 1, 1, 2, 3]); left > 0; left--)
      this.#step({ do: 'fault', fault: this.#fault() });
    this.#step({ do: 'start', job, line, ...(answers && { answers }) });
    const isStopped = this.#disturb(job, line, answers !== undefined);
    this.#step({ do: 'wait', job });
    if (!isStopped || !chance.happens(0.5)) return;
    // Whoever comes next goes on with it, after a while in which the shop sells.
    if (chance.happens(0.4)) this.#step({ do: 'sleep', ms: chance.pick([5_000, 120_000, 3_600_000]) });
    if (chance.happens(0.3)) this.#step(...this.#rivals(chance.between(1, 4)));
    else if (chance.happens(0.5))
      for (const { id } of this.#listedIn(line))
        if (chance.happens(0.6)) this.#step({ do: 'rival', act: { kind: 'buys', id } });
    this.#line(line.startsWith('runs') || chance.happens(0.4) ? line : `runs resume @${job}`);
  }

  /** What happens to a process while it works. Returns whether it stops it. */
  #disturb(job: string, line: string, isTyped: boolean): boolean {
    const chance = this.#chance;
    const moment = (): Step => {
      // While it plans, before its first change.
      if (chance.happens(0.3))
        return {
          do: 'until',
          job,
          moment: chance.pick(['request', 'answer']),
          nth: chance.between(1, 2),
        };
      const kind = chance.pick<MomentKind>(['write', 'sync', 'request', 'answer']);
      const most = { write: 30, sync: 15, request: 20, answer: 20 }[kind];
      return { do: 'until', job, moment: kind, nth: chance.between(1, chance.happens(0.5) ? 4 : most) };
    };
    switch (
      chance.weighted({
        nothing: 8,
        kill: 3,
        power: 1.5,
        suspend: 2.5,
        // Whoever sits there stops it by Ctrl-C.
        interrupt: isTyped ? 6 : 1.5,
        rivals: 4.5,
        beside: 1.5,
        disk: 2,
      })
    ) {
      case 'kill':
        this.#step(moment(), { do: 'kill', job });
        if (chance.happens(0.3)) this.#step(...this.#rivals(3));
        return true;
      case 'power':
        this.#step(moment(), { do: 'power' });
        return true;
      case 'interrupt':
        this.#step(moment(), { do: 'interrupt', job });
        return true;
      case 'rivals':
        this.#step(moment(), ...this.#rivals(chance.pick([1, 2, 3, 6])));
        return false;
      case 'disk':
        // Most of what it needs is written while it begins.
        this.#step(
          chance.happens(0.5) ? moment() : { do: 'until', job, moment: 'write', nth: chance.between(1, 14) },
          { do: 'disk', free: chance.pick([0, 0, 200, 1_000]) },
          { do: 'wait', job },
          { do: 'disk', free: 'enough' },
        );
        return true;
      case 'suspend': {
        this.#step(moment(), { do: 'suspend', job });
        let isUndone = false;
        if (chance.happens(0.7)) {
          const other = this.#nextJob();
          const taken = line.startsWith('runs') || chance.happens(0.8) ? line : `runs resume @${job}`;
          this.#step(
            { do: 'sleep', ms: chance.pick([100, 3_000, 8_000]) },
            { do: 'start', job: other, line: taken },
          );
          this.#step({ do: 'wait', job: other });
          // What was done meanwhile is undone, too.
          isUndone = !line.startsWith('runs') && chance.happens(0.35);
          if (isUndone) {
            const undo = this.#nextJob();
            this.#step(
              { do: 'start', job: undo, line: `runs undo @${job} --yes` },
              { do: 'wait', job: undo },
            );
          }
        } else this.#step({ do: 'sleep', ms: chance.pick([500, 8_000, 90_000]) });
        if (chance.happens(0.3)) this.#step(...this.#rivals(2));
        // What wakes is stopped sometimes: a pod that is resumed only to be evicted, and started again.
        const isStopped = chance.happens(0.4);
        if (isStopped) this.#step({ do: 'terminate', job });
        this.#step({ do: 'wake', job }, { do: 'wait', job });
        if (isStopped && chance.happens(0.6)) {
          const again = this.#nextJob();
          this.#step({ do: 'start', job: again, line }, { do: 'wait', job: again });
        }
        if (isUndone && chance.happens(0.6)) this.#undoAgain({ job, line });
        return false;
      }
      case 'beside': {
        const other = this.#nextJob();
        this.#step(chance.happens(0.5) ? { do: 'sleep', ms: chance.between(0, 400) } : moment());
        this.#step({ do: 'start', job: other, line }, { do: 'wait', job: other });
        return false;
      }
      default:
        return false;
    }
  }

  #fault(): Fault {
    const chance = this.#chance;
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
    if (on === 'change' && chance.happens(0.25)) return this.#repeated(nth);
    const late = chance.pick([40, 400, 3_000, 20_000]);
    const soon = chance.pick([5, 200]);
    const deliveries = on === 'change' ? chance.pick([[0], [0], [0], [], [0, soon], [0, late], [late]]) : [0];
    const answer = this.#fate();
    const slow = chance.happens(0.15) ? { slow: chance.pick([500, 3_000, 40_000]) } : {};
    return { on, nth, deliveries, answer, ...slow };
  }

  /** A gateway that delivers twice passes on the answer that it gets. */
  #repeated(nth: number): Fault {
    const again = this.#chance.pick([5, 5, 200, 200, 40, 400, 3_000]);
    return { on: 'change', nth, deliveries: [0, again], answer: { kind: 'last' } };
  }

  #fate(): AnswerFate {
    const chance = this.#chance;
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
  }

  /** The listings that the file of a line, or the last one, is about. */
  #listedIn(line?: string): readonly Listing[] {
    const path = line && /--from (\S+?\.csv)/.exec(line)?.[1];
    const file = this.#steps.findLast((step) => step.do === 'file' && (!path || step.path === path));
    const text = file?.do === 'file' ? file.text : '';
    const about = this.#listings.filter(
      ({ id, externalIdentifier }) => text.includes(id) || text.includes(`${externalIdentifier},`),
    );
    return about.length > 0 ? about : this.#listings;
  }

  #rivals(count: number): Step[] {
    const chance = this.#chance;
    const mentioned = this.#steps.flatMap((step) =>
      step.do === 'file' && step.path.startsWith('create') ? (step.text.match(/^NEW-\d+-\d+/gm) ?? []) : [],
    );
    return Array.from({ length: count }, (): Step => {
      const { id, availableInventory } = chance.pick(
        chance.happens(0.75) ? this.#listedIn() : this.#listings,
      );
      if (mentioned.length > 0 && chance.happens(0.3)) {
        const externalIdentifier = chance.pick(mentioned);
        const act = { kind: 'creates', externalIdentifier, sku: 'SKU-RIVAL', condition: 'GOOD' } as const;
        return { do: 'rival', act };
      }
      if (chance.happens(0.3))
        return { do: 'rival', act: { kind: chance.pick(['buys', 'buys', 'reverts']), id } };
      return chance.happens(0.7)
        ? {
            do: 'rival',
            act: { kind: 'sells', id, left: chance.pick([1, 1, Math.max(0, availableInventory - 1)]) },
          }
        : { do: 'rival', act: { kind: 'restocks', id, to: availableInventory + chance.between(0, 3) } };
    });
  }
}

const csv = (head: string, rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;
