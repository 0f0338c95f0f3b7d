import { Chance } from './chance.ts';
import { Disk } from './disk.ts';
import { environmentIn } from './environment.ts';
import type { Machine, Start, Trouble } from './interface.ts';
import type { Program } from './modules.ts';
import { Network, type Service } from './network.ts';
import { SimulatedProcess } from './process.ts';
import { Timeline } from './timeline.ts';

/** When histories begin: a Saturday morning. */
const epoch = Date.UTC(2026, 10, 28, 9);

export const home = '/home';

export const environmentOf = (client?: string): Readonly<Record<string, string>> =>
  environmentIn(home, 'http://127.0.0.1:4141', 'key-of-the-shop', client);

/** A machine with a disk and a clock, and the network between it and the service. */
export class SimulatedMachine implements Machine {
  readonly longestMs = 3 * 60 * 60_000;
  readonly calmMs = 120_000;
  readonly timeline = new Timeline();
  /** How much the clock was set forward or back. */
  #clockJump = 0;
  readonly disk = new Disk(() => this.now());
  readonly network: Network;
  readonly processes: SimulatedProcess[] = [];
  readonly #power: Chance;

  constructor(
    readonly seed: string,
    readonly program: Program,
    service: Service,
  ) {
    this.network = new Network(this.timeline, service);
    this.#power = new Chance(`${seed} power`);
    for (const folder of ['/home', '/tmp', '/etc']) this.disk.makeFolder(folder, 0o755);
    this.disk.cutPower(() => 1);
  }

  /** The time of day, in milliseconds since 1970. */
  now(): number {
    return epoch + this.timeline.now + this.#clockJump;
  }

  start(start: Start): SimulatedProcess {
    // What takes how long is a process's own: it stays so where a history is shortened before it.
    const name = start.name ?? start.argv.join(' ');
    const nth = this.processes.filter((one) => (one.start.name ?? one.start.argv.join(' ')) === name).length;
    const chance = new Chance(`${this.seed} ${name} ${nth}`);
    const made = new SimulatedProcess(this, 1000 + this.processes.length, start, chance);
    this.processes.push(made);
    return made;
  }

  write(path: string, text: string): void {
    const { disk } = this;
    // A person's files are on another disk.
    const { free } = disk;
    disk.free = Number.POSITIVE_INFINITY;
    const full = `${home}/${path}`;
    const there = disk.look(full, 'open');
    const file = there?.kind === 'file' ? there : disk.makeFile(full, 0o644, 'open');
    disk.truncate(file, 0);
    disk.write(file, Buffer.from(text), 0);
    disk.sync(file);
    disk.sync(disk.find(home, 'fsync'));
    disk.free = free;
  }

  read(path: string): string | undefined {
    const file = this.disk.look(`${home}/${path}`, 'open');
    return file?.kind === 'file' ? file.content.toString() : undefined;
  }

  suffer(trouble: Trouble): void {
    if (trouble.do === 'power') this.#cutPower();
    else if (trouble.do === 'clock') this.#clockJump += trouble.ms;
    else this.disk.free = trouble.free === 'enough' ? Number.POSITIVE_INFINITY : trouble.free;
  }

  clearUp(): void {
    this.disk.free = Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    for (const one of this.processes) one.kill();
  }

  /** Ends every process at once, and leaves on the disk what was synced, and by chance some of the rest. */
  #cutPower(): void {
    for (const one of this.processes) one.kill();
    const keepsAll = this.#power.happens(0.3);
    this.disk.cutPower(() => (keepsAll ? 1 : this.#power.next() * 1.5 - 0.25));
  }
}
