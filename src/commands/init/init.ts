import { usage } from '../../failure/kinds.ts';
import { changesMachine, command } from '../../line/command.ts';
import { dialectFlags } from '../../line/flags/dialect-flags.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { proposal } from '../../words/advice.ts';
import { flagName, resaleLine } from '../../words/resale-line.ts';
import { keyFlags } from '../profiles/key-flags.ts';
import { addFlags } from '../profiles/new-profile.ts';
import { detailColumns } from '../profiles/shown-profile.ts';

export const init = command({
  local: true,
  setsBaseUrl: true,
  details:
    'Asks whether to use the sandbox or your own service. For your service it asks for the base URL, its own words for Service and Commerce, your client id, your key, and where to keep the key. It tries them, makes the profile the current one, offers completion for your shell, and prints the line to type next. Existing values are offered again, so it also repairs a profile. Ctrl-C prints the line that continues from your answers, without the key.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: {
    name: {
      ...profileName('sandbox, or a name for the profile of your service; asked if left out'),
      optional: true,
    },
  },
  // The answers to the questions, so that a line can continue from them.
  flags: {
    clientId: addFlags.clientId,
    store: keyFlags.store,
    shopId: addFlags.shopId,
    currency: addFlags.currency,
    ...dialectFlags,
  },
  examples: [
    { does: 'Answer questions', line: 'resale init' },
    { does: 'Work with the sandbox from now on', line: 'resale init sandbox' },
    { does: 'Set up a second service', line: 'resale init outlet' },
  ],
  next: 'resale listings list',
  answer: { fields: detailColumns },
  check: (invocation, { arguments: { name }, flags }) =>
    name === sandboxProfile.name
      ? Object.keys(flags).flatMap((flag) =>
          invocation.line.flags[flag] === undefined
            ? []
            : [{ name: flagName(flag), message: 'is about your own service, not the sandbox' }],
        )
      : [],
  async run(invocation, { arguments: { name } }) {
    if (!invocation.isInteractive() && name !== sandboxProfile.name)
      throw usage(
        'This asks questions, and nobody can be asked here',
        proposal(
          'For the sandbox, name it. For a service, in a script:',
          resaleLine('profiles add', ['NAME'], { baseUrl: 'URL', clientId: 'ID', apiKeyStdin: true }),
        ),
      );
    const { beginWith } = await import('./init-questions.ts');
    return beginWith(invocation, name);
  },
});
