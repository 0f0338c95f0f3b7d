import { impossible, left, met, vital } from './entry.ts';

/** I: the keys. */
export const credentials = [
  vital(
    'I1',
    'A key on the command line',
    'There is no such flag, and what is typed behind one is not repeated',
    'commands/profiles: there is no flag for the key, and what was typed behind one is not repeated',
    'fuzz/arguments: arguments',
  ),
  met(
    'I2',
    'A key in the history of the shell',
    'Read from stdin',
    'commands/profiles: keeps a profile with its key from stdin, for this user alone',
  ),
  vital(
    'I3',
    'Keys in the environment',
    'A pair or none; handed on to commands that are to run',
    'run: one half of the credentials in the environment: exit 4',
    'process/sandbox-exec: the variables of a sandbox that it has for itself',
  ),
  vital(
    'I4',
    'Line ends, zero, blanks in a key',
    'Trimmed with a notice, or refused before anything is sent, unseen',
    'profiles/credentials: %j → %j, notice: %s',
    'commands/profiles: a key that can be none, %j: exit 2, and it is not repeated',
  ),
  vital(
    'I5',
    'Keys in a trace',
    'Masked, in every form',
    'keys: --debug masks them where they are sent, and shows everything else',
    'terminal/redact: no secret is left in any form, and what stands around it is kept',
  ),
  vital(
    'I6',
    'A service that repeats the keys',
    'Masked where it is printed',
    'faults/kinds/statuses: the keys repeated',
    'keys: resale %s',
    'commands/bulk-run: names no key where the service repeats it',
  ),
  vital(
    'I7',
    'Keys in a report of a crash',
    'No report is written; a failure is a sentence',
    'faults/matrix: %s',
    'faults/manners: a stack trace',
  ),
  impossible('I8', 'Keys in a core file', 'Nothing in JavaScript can forbid one: that is for `ulimit -c 0`'),
  met(
    'I9',
    'How much of a key is shown',
    'A few letters of a long one, and a fingerprint',
    'profiles/shown-client-id: of the client id %s: %s',
  ),
  met('I10', 'A key in the base URL', 'Refused, unseen', 'profiles/base-url: the text is never repeated'),
  met(
    'I11',
    'Keys in journals and caches',
    'Never: every file is looked through after each case',
    'faults/matrix: %s',
    'feed/read-feed: no link, no key and no query is in any file',
    'torture/torture: $name',
  ),
  met(
    'I12',
    'Keys that change in the middle of a run',
    'Stopped, and resumed with the new ones',
    'commands/bulk-stop: stops the run at the first %i, and resume finishes it once the keys are right',
  ),
  impossible(
    'I13',
    'Keys to somebody who counts users',
    'There is nothing of the kind: no host is spoken to but those that were named',
  ),
  left(
    'I14',
    'A package that is not what it seems',
    'The bundle holds what it needs, and a lock file names each; the signatures are not checked',
  ),
];
