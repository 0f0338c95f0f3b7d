import { offerLine } from '../../asking/show-answers.ts';
import { UnusableFile, UnwritableFile } from '../../files/file-error.ts';
import { readFlags } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { refuseInvalidName } from '../../profiles/profile-names.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { askWhether } from '../../terminal/prompts/ask-whether.ts';
import { askWhich } from '../../terminal/prompts/ask-which.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { planInstallation, usedShell } from '../completion/installation.ts';
import { addFlags } from '../profiles/new-profile.ts';
import { talkAboutProfile } from '../profiles/profile-questions.ts';
import { usedProfile } from '../profiles/shown-profile.ts';

/** Makes the sandbox, or a new profile of the user's service, the current profile, and shows the next line to type. */
export const beginWith = async (invocation: Invocation, named: string | undefined): Promise<Result> => {
  // The sandbox has a base URL of its own.
  const name = named ?? (invocation.settings.baseUrl ? 'live' : await askWhere(invocation));
  if (name === sandboxProfile.name) return useSandbox(invocation);
  refuseInvalidName(name);
  const { profiles } = await (await invocation.store()).read();
  const typed = readFlags(addFlags, invocation.line.flags, []);
  const before = profiles.get(name);
  const [title, line] = await talkAboutProfile(invocation, name, typed, { before, isUsed: true });
  await offerCompletion(invocation);
  tellOfVariables(invocation, name);
  offerLine(invocation, title, line);
  return { kind: 'nothing' };
};

const askWhere = (invocation: Invocation): Promise<string> =>
  askWhich(invocation.questionIo(), {
    message: 'What do you want to work with?',
    choices: [
      {
        value: sandboxProfile.name,
        word: 'sandbox',
        meaning: 'a shop on this machine to try',
      },
      {
        value: 'live',
        word: 'live',
        meaning: 'your own service, with a key',
      },
    ],
  });

const useSandbox = async (invocation: Invocation): Promise<Result> => {
  const { name } = sandboxProfile;
  const used = await usedProfile(invocation, name);
  if (!invocation.isInteractive()) return used;
  await invocation.show(used);
  await offerCompletion(invocation);
  tellOfVariables(invocation, name);
  offerLine(
    invocation,
    'Start it in another terminal, unless it is running already:',
    resaleLine('sandbox start'),
  );
  offerLine(invocation, 'Then, in this one:', resaleLine('listings list'));
  return { kind: 'nothing' };
};

const tellOfVariables = ({ io: { env }, warn }: Invocation, name: string): void => {
  const set = ['RESALE_PROFILE', 'RESALE_BASE_URL'].filter((variable) => env[variable]);
  if (set.length === 0 || env.RESALE_PROFILE === name) return;
  const overrides =
    set.length === 1 ? 'is set in this shell and overrides' : 'are set in this shell and override';
  warn(`${set.join(' and ')} ${overrides} the current profile. To use ${name}:\n  unset ${set.join(' ')}`);
};

const offerCompletion = async (invocation: Invocation): Promise<void> => {
  const shell = usedShell(invocation.io);
  if (shell === undefined) return;
  try {
    const { installation, install } = await planInstallation(shell, invocation.io);
    const { file, outcome, next } = installation;
    if (outcome === 'unchanged') return;
    const question = `Complete commands in ${shell} with Tab? That writes ${file}.`;
    if (!(await askWhether(invocation.questionIo(), question, true))) return;
    await install();
    invocation.note(next);
  } catch (error) {
    // The profile is set up, even if something is wrong with that folder.
    if (!(error instanceof UnusableFile || error instanceof UnwritableFile || error instanceof UsageError))
      throw error;
    invocation.warn(proposal(`${error.message}. Later:`, resaleLine('completion install')));
  }
};
