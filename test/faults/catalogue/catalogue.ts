import { concurrency } from './concurrency.ts';
import { credentials } from './credentials.ts';
import { data } from './data.ts';
import type { Entry } from './entry.ts';
import { feed } from './feed.ts';
import { input } from './input.ts';
import { profiles } from './profiles.ts';
import { runs } from './runs.ts';
import { sandbox } from './sandbox.ts';
import { statuses } from './statuses.ts';
import { terminal } from './terminal.ts';
import { transport } from './transport.ts';

/** Everything that is known to go wrong, by its kind. */
export const catalogue: Readonly<Record<string, readonly Entry[]>> = {
  'On the wire': transport,
  'What the service answers': statuses,
  'What stands in an answer': data,
  'Others, and lost answers': concurrency,
  'Files of rows': input,
  'Runs, journals, the process': runs,
  'The feed': feed,
  'Files of the profiles': profiles,
  Keys: credentials,
  Terminals: terminal,
  'The sandbox': sandbox,
};
