/** A mistake that somebody could make in the sources. */
export interface Bug {
  /** The file, as its path ends. */
  file: string;
  /** What stands there once, a statement or a part of one, and what the mistake makes of it. */
  right: string;
  wrong: string;
}

export const bugs = {
  /** An adjustment whose answer was lost is sent again. */
  sentAgain: {
    file: 'src/changes/change.ts',
    right: 'throw await lostAdjustment(client, { id, delta, from: before }, error, patience);',
    wrong: 'return adjustInventory(client, id, delta, before, patience);',
  },
  /** What is about to be sent is written down when it was sent. */
  intendedLate: {
    file: 'src/bulk/runner.ts',
    right: "await journal.append({ kind: 'intent', row, line, ...what }, Math.ceil(slots.taken / 2));",
    wrong: "setTimeout(() => journal.append({ kind: 'intent', row, line, ...what }), 1_000);",
  },
  /** What is written is not put on the disk. */
  notSynced: {
    file: 'src/bulk/journal/journal.ts',
    right: 'await this.#file.datasync();',
    wrong: '',
  },
  /** Credentials stay in what is printed. */
  keysShown: {
    file: 'src/terminal/redact.ts',
    right: "rest.replaceAll(form, '***')",
    wrong: 'rest',
  },
  /** A feed that is cut between two products passes for a whole one. */
  cutFeedTaken: {
    file: 'src/feed/elements.ts',
    right: "if (!scanner.ended) throw new FeedCut('the array does not end', scanner.bytes, scanner.entries);",
    wrong: '',
  },
  /** Status 200 is enough to believe an answer. */
  answerBelieved: {
    file: 'src/client/answer.ts',
    right: 'if (checked.success) return said;',
    wrong: 'return said;',
  },
  /** Where the pages get lost, what was read so far passes for all. */
  shortList: {
    file: 'src/client/listings.ts',
    right: 'if (!hasNextPage) return end;',
    wrong: 'if (!hasNextPage || !endCursor) return end;',
  },
  /** Whatever stands in a journal is believed. */
  damageBelieved: {
    file: 'src/bulk/journal/line.ts',
    right: 'checksum(before.sum, body) !== sum',
    wrong: 'false',
  },
  /** A cell that a spreadsheet runs is left as it is. */
  formulaLeft: {
    file: 'src/terminal/csv.ts',
    right: 'isText ? notRun(text) : text',
    wrong: 'text',
  },
  /** One thing that can't be read is told as nobody foresaw it. */
  unforeseen: {
    file: 'src/bulk/journal/manifest.ts',
    right: 'throw reason ? new DamagedManifest(path, reason) : error;',
    wrong: 'throw error;',
  },
  /** Nobody minds that the output is lost. */
  outputLost: {
    file: 'src/terminal/io.ts',
    right: 'stream.errored ?? error',
    wrong: 'undefined',
  },
  /** A reader who leaves is an error like any other. */
  pipeBlamed: {
    file: 'src/terminal/io.ts',
    right: "(error as NodeJS.ErrnoException).code === 'EPIPE'",
    wrong: 'false',
  },
  /** A signal ends the tool with any exit code. */
  signalUntold: {
    file: 'src/failure/interruption.ts',
    right: 'exitCodes.terminated',
    wrong: 'exitCodes.failed',
  },
  /** A change that was cut short is told as one that was never sent. */
  stoppedUnsent: {
    file: 'src/failure/call.ts',
    right: "facts.effect === 'read' || attempt === 'not-sent'",
    wrong: 'true',
  },
} satisfies Record<string, Bug>;

export type BugName = keyof typeof bugs;
