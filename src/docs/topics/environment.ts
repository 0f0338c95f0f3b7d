import type { Part } from '../topic.ts';
import {
  commonVariables,
  credentialVariables,
  directoryVariables,
  flagVariables,
  givenVariables,
} from './variables.ts';

export const environment: readonly Part[] = [
  'A flag stands before the environment, the environment before the profile, and the profile before the default. A variable that is empty counts as none. A switch is on unless it says 0, false, no or off.',
  { heading: 'Instead of flags' },
  { rows: flagVariables },
  'There is none for --yes: one forgotten export must not disarm every question.',
  { heading: 'Credentials' },
  { rows: credentialVariables },
  'Where a variable or a flag names a service for which a profile is kept that is protected or read-only, that guard holds all the same.',
  { heading: 'Directories' },
  { rows: directoryVariables },
  { heading: 'Known to many programs' },
  { rows: commonVariables },
  { heading: 'Set for programs that this one starts' },
  { rows: givenVariables },
  { heading: 'Examples' },
  {
    lines: [
      'RESALE_OUTPUT=csv resale listings list --limit 3',
      'RESALE_TIMEOUT=5 RESALE_MAX_RETRIES=0 resale shops lookup store.example',
    ],
  },
];
