import { Chance } from './chance.ts';
import { Disk } from './disk.ts';
import type { Program } from './modules.ts';
import { Network, type Service } from './network.ts';
import { SimulatedProcess, type Start } from './process.ts';
import { Timeline } from './timeline.ts';

/** When histories begin: a Saturday morning. */
const epoch = Date.UTC(2026, 10, 28, 9);

/** A machine with a disk and a clock, and the network between it and the service. */
export class Machine {
  readonly timeline = new Timeline();
  readonly disk = new Disk(() => this.now());
  readonly network: Network;
  readonly processes: SimulatedProcess[] = [];
  /** How much the clock was set forward or back. */
  clockJump = 0;
  readonly #power: Chance;

  constructor(
    readonly seed: string,
    readonly program: Program,
    service: Service,
  ) {
    this.network = new Network(this.timeline, service, new Chance(`${seed} network`));
    this.#power = new Chance(`${seed} power`);
    for (const folder of ['/home', '/tmp', '/etc']) this.disk.makeFolder(folder, 0o755);
    this.disk.cutPower(() => 1);
  }

  /** The time of day, in milliseconds since 1970. */
  now(): number {
    return epoch + this.timeline.now + this.clockJump;
  }

  start(start: Start): SimulatedProcess {
    const made = new SimulatedProcess(this, 1000 + this.processes.length, start);
    this.processes.push(made);
    return made;
  }

  /** Ends every process at once, and leaves on the disk what was synced, and by chance some of the rest. */
  cutPower(): void {
    for (const one of this.processes) one.kill();
    const keepsAll = this.#power.happens(0.3);
    this.disk.cutPower(() => (keepsAll ? 1 : this.#power.next() * 1.5 - 0.25));
  }
}
