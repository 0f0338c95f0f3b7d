import { globalFlags } from '../../cli/global-flags.ts';
import { flagSections } from '../flag-entries.ts';
import type { Part } from '../topic.ts';

export const flags: readonly Part[] = [
  ...flagSections(globalFlags, '').map(([, rows]) => ({ rows })),
  'They may stand before or after the words of the command. A command has flags of its own besides: see its --help.',
];
