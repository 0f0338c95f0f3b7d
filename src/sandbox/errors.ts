/** The text that says which faults to inject breaks a rule. */
export class FaultSpecError extends Error {
  override name = 'FaultSpecError';
}

/** Another program listens on the port that the sandbox wants. */
export class PortInUse extends Error {
  override name = 'PortInUse';
  constructor(readonly port: number) {
    super(`Port ${port} on 127.0.0.1 is in use by another program.`);
  }
}

/** The file that should hold the sandbox's listings holds something else. It is left as it is. */
export class StateFileDamaged extends Error {
  override name = 'StateFileDamaged';
  constructor(readonly file: string) {
    super(`${file} does not hold the state of a sandbox, or it is damaged; it was left untouched.`);
  }
}
