/**
 * What a command does to the shop or to this machine, for programs that decide whether to start it. The feed's cache, and files
 * that are named for what it prints, are none of it.
 */
export interface CommandEffect {
  /** Whether it may change something there, and whether that may close listings. */
  does: 'reads' | 'changes' | 'closes';
  /** Where: at the service, or only in what is kept on this machine. */
  on: 'service' | 'machine';
  /** Once it has succeeded, the same line changes nothing more. */
  repeatable: boolean;
  /** Whether it asks before it does it; in a script, that needs --yes. A protected profile always asks. */
  asks: 'never' | 'sometimes' | 'always';
}

/** A command that asks the service, and changes nothing there. */
export const readsService: CommandEffect = { does: 'reads', on: 'service', repeatable: true, asks: 'never' };

/** A command that shows what is on this machine. */
export const readsMachine: CommandEffect = { ...readsService, on: 'machine' };

/** A command that changes what is kept on this machine. */
export const changesMachine: CommandEffect = { ...readsMachine, does: 'changes' };

/** A command that may close listings, and asks before it does. */
export const closesListings: CommandEffect = {
  does: 'closes',
  on: 'service',
  repeatable: true,
  asks: 'always',
};
