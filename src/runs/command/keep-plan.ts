import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { writeWhole } from '../../files/whole-file.ts';
import { proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { planWords } from './before-run.ts';
import type { Drafted } from './run-request.ts';

/** Keeps a plan in a file. Its rows are sent from the inventories that it has. */
export const keepPlan = async (drafted: Drafted, named: string): Promise<void> => {
  const { invocation, draft } = drafted;
  const { io, line, settings, warn } = invocation;
  await writeWhole(resolve(io.cwd, named), createReadStream(draft.plan.path));
  if (settings.dryRun) return warn(`The plan is in ${named}.`);
  const apply = lineAgain(line, { from: named, plan: undefined, skipInvalid: undefined });
  warn(proposal(`${planWords(drafted)}\n✓ The plan is in ${named}. Nothing was sent. To apply it:`, apply));
};
