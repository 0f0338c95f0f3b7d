import { readFile } from 'node:fs/promises';
import type { Report } from '../../support/warehouse.ts';
import type { Job } from './jobs.ts';
import { openRows, recordsIn } from './journal-file.ts';
import { finalWords, judge, type Story } from './judge.ts';
import type { Machine } from './machine.ts';
import type { Shop } from './shop.ts';
import { toldBy } from './told.ts';
import type { Ended } from './tool.ts';

const mostResumes = 8;

/** A job on one machine, from its first process to its last, and all that was said of it. */
export class Course {
  readonly misses: string[] = [];
  /** The run's name, from when it is known. */
  run: string | undefined;
  readonly #told: Report[][] = [];
  readonly #open = new Set<number>();
  #last: Ended | undefined;

  constructor(
    readonly shop: Shop,
    readonly machine: Machine,
    readonly job: Job,
  ) {}

  /** Notes how a process of the tool ended, and what it said. */
  async take(ended: Ended): Promise<Ended> {
    this.#last = ended;
    this.#told.push(toldBy(ended.stdout));
    this.misses.push(...this.#manners(ended));
    this.run ??= (await this.machine.runs()).at(-1);
    if (ended.exitCode === undefined) await this.noteOpen();
    return ended;
  }

  /** The records that stand in the run's journal. */
  async records() {
    return this.run === undefined ? [] : recordsIn(await readFile(this.machine.journal(this.run)));
  }

  /** What the last process printed. */
  toldLast = (): Report[] => this.#told.at(-1) ?? [];

  /** The rows of which no answer was heard so far. */
  openNow = async (): Promise<Iterable<number>> => openRows(await this.records());

  /** Notes the rows of which no answer may have been heard. */
  async noteOpen(): Promise<void> {
    for (const row of openRows(await this.records())) this.#open.add(row);
  }

  /** Resumes the run until it is over. One that never began is begun. */
  async resumeToEnd(): Promise<void> {
    const { machine, job } = this;
    for (let tries = 1; tries <= mostResumes && !(await this.#isOver()); tries++) {
      const next = this.run === undefined ? machine.run(job) : machine.resume(this.run);
      await this.take(await next.ended);
    }
    if (!(await this.#isOver()))
      this.misses.push(`not over after ${mostResumes} resumes: ${this.#last?.stderr.slice(-300)}`);
    await this.shop.server.quiet();
  }

  /** Everything that was said. */
  async story(hasCompetitor = false): Promise<Story> {
    const shown = await this.machine.showRows(this.run ?? '');
    return { told: this.#told, recorded: toldBy(shown.stdout), open: this.#open, hasCompetitor };
  }

  /** Brings the run to its end, and holds all that was said against the ledger. */
  async finish(hasCompetitor = false): Promise<string[]> {
    await this.resumeToEnd();
    const story = await this.story(hasCompetitor);
    this.misses.push(...judge(this.job, this.shop.ledger, story), ...this.wrongExitCode(story));
    for (const file of await this.machine.leaks()) this.misses.push(`a credential is in ${file}`);
    return this.misses;
  }

  /** The last process reached all rows, so its exit code follows from what became of them. */
  wrongExitCode(story: Story): string[] {
    const outcomes = new Set([...finalWords(story).values()].map(({ outcome }) => outcome));
    const isDone = !outcomes.has('refused') && !outcomes.has('unsent');
    const wanted = outcomes.has('unknown') ? 8 : isDone ? 0 : 6;
    const { exitCode, stderr } = this.#last ?? {};
    return exitCode === wanted ? [] : [`exit code ${exitCode} in place of ${wanted}: ${stderr?.slice(-300)}`];
  }

  /** A process that was killed, or whose disk failed, may have ended the run and not have said so. */
  async #isOver(): Promise<boolean> {
    const isWell = [0, 6, 8].includes(this.#last?.exitCode ?? -1);
    return isWell && (await this.records()).at(-1)?.kind === 'end';
  }

  /** What no process may do, however it ends. */
  #manners({ stdout, stderr }: Ended): string[] {
    return [
      ...(/^\s+at .+:\d+:\d+\)?$/m.test(stderr) ? [`a stack trace: ${stderr.slice(0, 500)}`] : []),
      ...(this.machine.isTelling(stdout + stderr) ? ['a credential was printed'] : []),
    ];
  }
}
