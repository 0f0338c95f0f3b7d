import { Failure } from '../failure/failure.ts';
import { unconfirmed } from '../failure/kinds.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import { guardsOf, type ProfileGuards } from '../profiles/guards.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { atKeyboard, covered, type Io, someoneIsThere } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { proposal } from '../words/advice.ts';
import { lineAgain, resaleLine } from '../words/resale-line.ts';
import type { CommandLine } from './command-line.ts';
import type { Settings } from './global-flags.ts';
import type { Logger } from './logger.ts';
import { declined } from './usage-error.ts';

type Extent = 'one' | 'many';

/** Where changes go: the profile, and the store that may have a guard for the same service. */
interface Target {
  profile(): Promise<ActiveProfile>;
  store(): Promise<ProfileStore>;
}

/** Which questions an execution of a command may ask, and whether it may change something. */
export const createPermission = (
  io: Io,
  settings: Settings,
  { profile, store }: Target,
  line: CommandLine,
  redact: Logger['redact'],
) => {
  let found: Promise<ProfileGuards> | undefined;
  let allowed: Promise<void> | undefined;

  const guards = (): Promise<ProfileGuards> =>
    (found ??= profile().then((active) => guardsOf(active, io.env, store)));

  /** Whether a person can be asked at the terminal, even if stdin is redirected. */
  const canAsk = (): boolean => settings.mayAsk && someoneIsThere(io);

  /**
   * Whether to ask questions that a script need not answer: a person is there, and stdin is the terminal, or is the input that
   * the question is about (`readsStdin`). Any other stdin belongs to a script.
   */
  const isInteractive = (readsStdin = false): boolean => canAsk() && (readsStdin || io.stdin.isTTY === true);

  const questionIo = (): Io =>
    atKeyboard(settings.noColor ? { ...io, env: { ...io.env, NO_COLOR: '1' } } : io);

  const saysYes = async (question: string): Promise<boolean> => {
    const { confirm } = await import('../terminal/prompts/ask-whether.ts');
    return confirm(questionIo(), messageOn({ isTTY: true }, redact(question), line.names));
  };

  const typesName = async (warning: string, name: string): Promise<boolean> => {
    const { askText } = await import('../terminal/prompts/ask-text.ts');
    const message = `${warning} Type ${name} to continue`;
    return (await askText(questionIo(), { message, isLast: true })) === name;
  };

  /** Continues only after a yes, from --yes or from the user at the terminal, to the action that `what` describes. */
  const confirm = async (what: string, question = `${what} Continue?`): Promise<void> => {
    if (settings.yes) return;
    if (!canAsk())
      throw unconfirmed(
        what,
        proposal(
          'Nothing was changed. To do it without being asked:',
          lineAgain(line, { yes: true, noInput: undefined }),
        ),
      );
    if (!(await saysYes(question))) throw declined(what);
  };

  /** Refuses changes with a read-only profile. Called for every change; commands that read first call it before reading. */
  const refuseReadOnly = async (): Promise<void> => {
    const { readOnly } = await guards();
    if (readOnly !== undefined)
      throw new Failure(`the profile "${readOnly}" is read-only`, {
        code: 'read-only',
        exit: 'usage',
        hint: proposal(
          'Nothing was changed. To allow changes:',
          resaleLine('profiles set', [readOnly], { unset: 'read-only' }),
        ),
      });
  };

  /**
   * Allows a change with the protected profile `name`, or throws: at a terminal the user says yes, or types its name
   * if many things are changed; a script needs both --yes and --profile, since a variable may be left over from
   * yesterday.
   */
  const askGuard = async (name: string, extent: Extent, what: string | undefined): Promise<void> => {
    // An agent answers for nobody, even if its profile became protected after it was started.
    if (!io.host && settings.yes && settings.profile === name) return;
    if (!canAsk())
      throw unconfirmed(
        `the profile "${name}" is protected, so every change with it has to be confirmed`,
        `Nothing was changed. In a script, add --yes and --profile ${name} (RESALE_PROFILE is not enough).`,
      );
    const { baseUrl, shopId } = await profile();
    const shop = shopId === undefined ? '' : `, shop ${shopId}`;
    const changes = `This changes ${extent === 'one' ? 'something' : 'many things'} there.`;
    const does = what?.replace(` at ${await whereOf({ profile })}`, ' there') ?? changes;
    const warning = `${name} (${baseUrl}${shop}) is protected. ${does}`;
    const isOne = extent === 'one';
    const isGranted = await (isOne ? saysYes(`${warning} Continue?`) : typesName(warning, name));
    const other = isOne ? undefined : `That is not ${name}. Nothing was changed`;
    if (!isGranted) throw declined(`the profile "${name}" is protected`, other);
  };

  /**
   * Continues only if the profile allows changes: a protected one asks, once. Every client calls this before it sends
   * a change; bulk runs call it before the first one.
   */
  const mayChange = (extent: Extent = 'one', what?: string): Promise<void> =>
    (allowed ??= covered(io.stderr, async () => {
      await refuseReadOnly();
      const { protected: name } = await guards();
      if (name !== undefined) await askGuard(name, extent, what);
    }));

  /**
   * Continues only after a yes to the change at the service that `what` describes. For a protected profile, its guard asks
   * instead.
   */
  const confirmChange = async (what: string, extent: Extent = 'one', question?: string): Promise<void> => {
    const wasAllowed = allowed !== undefined;
    await mayChange(extent, what);
    const { protected: name } = await guards();
    // A yes to one change is not a yes to the next.
    if (name === undefined || wasAllowed) await confirm(what, question);
  };

  return { canAsk, isInteractive, questionIo, confirm, confirmChange, guards, refuseReadOnly, mayChange };
};

export type Permission = ReturnType<typeof createPermission>;

/** Which service a change goes to, for a question: `live (https://shop.example)`. */
export const whereOf = async ({ profile }: Pick<Target, 'profile'>): Promise<string> => {
  const { name, baseUrl } = await profile();
  return name === undefined ? baseUrl : `${name} (${baseUrl})`;
};
