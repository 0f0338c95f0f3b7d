import { left, met, vital } from './entry.ts';

/** J: terminals. */
export const terminal = [
  vital(
    'J1',
    'A question, and nobody there',
    'Exit 2, naming the flag',
    'commands/inventory-set: in a script wants --yes: exit 2, and nothing is changed',
    'commands/inventory-set: at a terminal with --no-input is as in a script',
  ),
  vital(
    'J2',
    'Ctrl-C at a question',
    'Exit 130, nothing is changed',
    'faults/stopped: Ctrl-C',
    'terminal/confirm: Ctrl-C interrupts',
  ),
  vital(
    'J3',
    'Ctrl-D, or the end of the input',
    'A no',
    'faults/stopped: Ctrl-D',
    'terminal/confirm: the end of the input is a no',
  ),
  met(
    'J4',
    'A key from a pipe without a line end',
    'All of stdin is read',
    'commands/profiles: keeps a profile with its key from stdin, for this user alone',
  ),
  left(
    'J5',
    'A terminal that is closed at a question',
    'Node 20 itself can crash then; nothing was sent by that time',
  ),
  vital(
    'J6',
    'TERM=dumb, NO_COLOR, CI',
    'No escape sequence',
    'terminal/confirm: TERM=dumb gets no escape sequence at all',
    'terminal/theme: how many colours a stream gets',
  ),
  vital(
    'J7',
    'Very narrow terminals',
    'A card in place of a table',
    'terminal/table: 20 columns',
    'terminal/table: no line is ever wider than the screen, and a record of a table is one line',
  ),
  vital(
    'J8',
    'Wide, joined and hidden characters',
    'Counted as they are shown, or made visible',
    'terminal/table: hostile and wide texts keep to their cells',
    'terminal/width: a text is shortened by what it takes on the screen',
  ),
  met(
    'J9',
    'A very long cell',
    'Shortened in tables alone',
    'terminal/table: 80 columns: the widest are shortened, the id is not',
  ),
  met(
    'J10',
    'Terminals without further characters',
    'Plain letters',
    'terminal/progress-line: in plain letters, where the terminal shows no others',
  ),
  met('J11', 'What an empty line means', 'No', 'terminal/confirm: %j means %s'),
  met(
    'J12',
    'Progress among the output',
    'On a terminal, on stderr, and it makes room',
    'terminal/progress: it makes room for what else is to be printed, and comes back',
  ),
];
