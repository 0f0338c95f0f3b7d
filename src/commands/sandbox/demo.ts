import { command, readsMachine } from '../../cli/command.ts';
import { sandboxFlags, sandboxOptions } from '../../cli/sandbox/flags.ts';
import { withFreshSandbox } from '../../cli/sandbox/fresh-sandbox.ts';
import { showTour } from '../../cli/sandbox/tour.ts';

export const demo = command({
  local: true,
  details:
    'Starts a fresh sandbox, runs real commands against it, and shows each with its output. At a terminal it stops after each screen.',
  effect: readsMachine,
  flags: sandboxFlags,
  examples: [
    { does: 'The tour', line: 'resale sandbox demo' },
    { does: 'On a larger feed', line: 'resale sandbox demo --products 5000' },
    { does: 'Commands only, without remarks and stops', line: 'resale sandbox demo --quiet' },
  ],
  next: 'resale sandbox start',
  async run(invocation, { flags }) {
    const exitCode = await withFreshSandbox(invocation, sandboxOptions(flags), (environment, sandbox) =>
      showTour(invocation, environment, sandbox),
    );
    return { kind: 'nothing', exitCode };
  },
});
