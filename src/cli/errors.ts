import type { UsageFault } from '../flags/values.ts';

/** The command line, or what it names, breaks rules; nothing was sent. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly faults: readonly UsageFault[];
  constructor(
    faults: readonly UsageFault[] | string,
    readonly hint?: string,
  ) {
    super(
      typeof faults === 'string'
        ? faults
        : faults.map(({ name, message }) => (name ? `${name} ${message}` : message)).join('; '),
    );
    this.faults = typeof faults === 'string' ? [] : faults;
  }
}

/** What was asked for is not there, though the service answered. */
export class NotFound extends Error {
  override name = 'NotFound';
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Another error, with what to do about it as the command knows that it met. */
export class Advised extends Error {
  override name = 'Advised';
  constructor(
    override readonly cause: Error,
    readonly advice: string,
  ) {
    super(cause.message, { cause });
  }
}

/** What the service sent is whole, but not what its description says. */
export class NotAsDocumented extends Error {
  override name = 'NotAsDocumented';
}

/** A change wants a yes, and nobody was there to give it, or the answer was no. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed';
  constructor(
    message: string,
    readonly asked: boolean,
  ) {
    super(message);
  }
}

/** A program that was to be run is not there, or can't be run. */
export class ProgramNotRun extends Error {
  override name = 'ProgramNotRun';
  constructor(
    message: string,
    readonly isMissing: boolean,
  ) {
    super(message);
  }
}
