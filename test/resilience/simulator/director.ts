import type { Books, Listing } from './books.ts';
import { agentWith, workOfAgent, workOfProgram } from './guests.ts';
import type { History, RivalAct, Step } from './history.ts';
import type { Machine, MomentKind, Process } from './machine/interface.ts';
import { idOf, type Shop } from './shop.ts';
import type { ChangedBy } from './works.ts';

/** A command line of the history, and the process that it became. */
export interface Job {
  readonly name: string;
  readonly line: string;
  readonly argv: readonly string[];
  readonly process: Process;
  /** What an agent or a program wants of it. */
  readonly by?: ChangedBy | undefined;
  /** The texts of the files when it began. */
  readonly files: ReadonlyMap<string, string>;
  /** The history has waited for its end. */
  isOver: boolean;
}

/** `listings create --title 'Wool coat'` → its words. */
export const words = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

/** Plays the steps of a history, each as soon as what it waits for has come; some in the middle of what a process does. */
export class Director {
  readonly jobs: Job[] = [];
  readonly #files = new Map<string, string>();
  readonly #steps: Step[];
  #created = 0;
  /** Until what it waits; `rest` until the machine was inspected. */
  #blocked: 'moment' | 'time' | 'end' | 'rest' | undefined;

  constructor(
    { steps }: History,
    readonly machine: Machine,
    readonly shop: Shop,
    /** The id of the run of a job; undefined if it has none. */
    readonly runOf: (job: string) => string | undefined,
    readonly started: (job: Job) => void,
  ) {
    this.#steps = [...steps];
  }

  get isDone(): boolean {
    return this.#steps.length === 0 && this.#blocked === undefined;
  }

  get wantsRest(): boolean {
    return this.#blocked === 'rest';
  }

  get isBlocked(): boolean {
    return this.#blocked !== undefined && this.#blocked !== 'rest';
  }

  /** Goes on after an inspection, or where nothing can happen any more. */
  goOn() {
    this.#blocked = undefined;
    this.advance();
  }

  /** Plays steps up to the next one that waits. */
  advance() {
    while (this.#blocked === undefined) {
      const step = this.#steps.shift();
      if (step === undefined) return;
      this.#play(step);
    }
  }

  job = (name: string): Job | undefined => this.jobs.findLast((job) => job.name === name);

  #process = (name: string): Process | undefined => this.job(name)?.process;

  #play(step: Step) {
    const { machine, shop } = this;
    switch (step.do) {
      case 'file':
        return this.#write(step.path, step.text);
      case 'start':
        return this.#start(step);
      case 'until':
        return this.#until(this.#process(step.job), step.moment, step.nth);
      case 'wait':
        return this.#wait(this.job(step.job));
      case 'sleep':
        this.#blocked = 'time';
        machine.timeline.after(step.ms, undefined, () => {
          if (this.#blocked === 'time') this.goOn();
        });
        return;
      case 'kill':
        return this.#process(step.job)?.kill();
      case 'suspend':
        return this.#process(step.job)?.suspend();
      case 'wake':
        return this.#process(step.job)?.wake();
      case 'interrupt':
        return this.#process(step.job)?.signal('SIGINT');
      case 'terminate':
        return this.#process(step.job)?.signal('SIGTERM');
      case 'power':
      case 'disk':
      case 'clock':
        return machine.suffer(step);
      case 'weather':
        return shop.become(step.weather);
      case 'fault':
        return shop.expect(step.fault);
      case 'rival':
        return this.#compete(step.act);
    }
  }

  #write(path: string, text: string) {
    this.machine.write(path, text);
    this.#files.set(path, text);
  }

  #start({ job: name, line, answers, agent, program, client }: Extract<Step, { do: 'start' }>) {
    let isKnown = true;
    const typed = line.replace(/@([A-Z]\d*)/g, (_, of: string) => {
      const run = this.runOf(of);
      isKnown &&= run !== undefined;
      return run ?? '';
    });
    // A run that never was can't be named.
    if (!isKnown) return;
    const argv = words(typed);
    const converse = agent && agentWith(agent);
    const process = this.machine.start({ name, argv, answers, converse, program, client });
    const by = agent ? workOfAgent(agent) : program && workOfProgram(program);
    const job = { name, line: typed, argv, process, files: new Map(this.#files), by, isOver: false };
    this.jobs.push(job);
    this.started(job);
  }

  #until(process: Process | undefined, moment: MomentKind, nth: number) {
    if (process === undefined || process.isDead || process.isSuspended || process.moments[moment] >= nth)
      return;
    this.#blocked = 'moment';
    const goOn = () => {
      process.onMoment = undefined;
      process.onEnd = undefined;
      this.goOn();
    };
    process.onMoment = (kind) => {
      if (kind === moment && process.moments[kind] >= nth) goOn();
    };
    process.onEnd = goOn;
  }

  #wait(job: Job | undefined) {
    if (job === undefined || job.isOver || job.process.isSuspended) return;
    const over = () => {
      job.process.onEnd = undefined;
      job.isOver = true;
      this.#blocked = 'rest';
    };
    if (job.process.isDead) return over();
    this.#blocked = 'end';
    job.process.onEnd = over;
  }

  #compete(act: Extract<Step, { do: 'rival' }>['act']) {
    const { books } = this.shop;
    if (act.kind === 'creates') {
      const { externalIdentifier, sku, condition } = act;
      this.#created += 1;
      const listing = { id: idOf('e', this.#created), state: 'OPEN', availableInventory: 1 } as const;
      return books.create({ ...listing, externalIdentifier, sku, condition }, { rival: act.kind });
    }
    const there = books.get(act.id);
    if (there === undefined) return;
    const to = inventoryAfter(act, there, books);
    if (to !== there.availableInventory) books.write(act.id, to, { rival: act.kind });
  }
}

const inventoryAfter = (
  act: Exclude<RivalAct, { kind: 'creates' }>,
  { id, availableInventory: now }: Listing,
  books: Books,
): number => {
  if (act.kind === 'sells') return Math.min(act.left, now);
  if (act.kind === 'buys') return Math.max(0, now - 1);
  if (act.kind === 'restocks') return act.to;
  return books.effects.findLast(({ listing }) => listing === id)?.before ?? now;
};
