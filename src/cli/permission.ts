import type { ActiveProfile } from '../profiles/active-profile.ts';
import { protectedProfile, ReadOnlyProfile } from '../profiles/errors.ts';
import { guardsOf, type ProfileGuards } from '../profiles/guards.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { atKeyboard, type Io, someoneIsThere } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import type { Spinner } from '../terminal/progress.ts';
import { noYes } from './errors.ts';
import type { Settings } from './global-flags.ts';

/** How much is about to be changed: what one command line names, or many rows. */
type Extent = 'one' | 'many';

type Details = () => Promise<readonly string[]>;

/** What a command may ask its user, and what it may change. */
export interface Permission {
  /** Whether someone is there to be asked, and may be: at a terminal, even if stdin is something else. */
  canAsk(): boolean;
  /**
   * Whether to ask what a script need not be asked: someone is there, and stdin is that terminal, or `readsStdin` and what
   * comes through it is what the question is about. Any other stdin is that of a script.
   */
  isInteractive(readsStdin?: boolean): boolean;
  /** Where questions are asked; --no-color applies to them, too. */
  questionIo(): Io;
  confirm(question: string): Promise<void>;
  /**
   * The same for a change at the service, which the sentence `what` describes. The guard of a protected profile asks instead;
   * somebody behind a program, who has seen nothing else, is told the lines of `details` as well.
   */
  confirmChange(what: string, extent?: Extent, details?: Details): Promise<void>;
  /** Continues unless the profile is read-only. Called for every change, and by commands that read first, before reading. */
  refuseReadOnly(): Promise<void>;
  /**
   * Continues only if the profile allows changes: a protected one asks, once. Every client calls this before it sends
   * a change; bulk runs call it before the first one.
   */
  mayChange(extent?: Extent, what?: string): Promise<void>;
}

/** Where changes go: the profile, and the store that may have a guard for the same service. */
interface Target {
  profile(): Promise<ActiveProfile>;
  store(): Promise<ProfileStore>;
}

/** The permission of one run of a command; the spinner makes room for its questions. */
export const createPermission = (
  io: Io,
  settings: Settings,
  { profile, store }: Target,
  spinner: Spinner,
  names: ReadonlyMap<string, string>,
): Permission => {
  let found: Promise<ProfileGuards> | undefined;
  let allowed: Promise<void> | undefined;

  const guards = (): Promise<ProfileGuards> =>
    (found ??= profile().then((active) => guardsOf(active, io.env, store)));

  const allow = (extent: Extent, what?: string, details?: Details): Promise<void> =>
    (allowed ??= spinner.hideDuring(async () => {
      await permission.refuseReadOnly();
      const { protected: name } = await guards();
      if (name !== undefined) await askGuard(name, extent, what, details);
    }));

  /**
   * Allows a change with the protected profile `name`, or throws: at a terminal the user says yes, or types its name
   * if many things are changed; a script needs both --yes and --profile, since a variable may be left over from
   * yesterday.
   */
  const askGuard = async (
    name: string,
    extent: Extent,
    what: string | undefined,
    details: Details = async () => [],
  ): Promise<void> => {
    if (!io.host && settings.yes && settings.profile === name) return;
    if (!permission.canAsk()) throw protectedProfile(name, false);
    const { baseUrl, shopId } = await profile();
    const shop = shopId === undefined ? '' : `, shop ${shopId}`;
    const changes = `, and this changes ${extent === 'one' ? 'something' : 'many things'} there.`;
    const warning = `The profile ${name} (${baseUrl}${shop}) is protected${what ? `. ${what}` : changes}`;
    const isGranted = io.host
      ? await io.host.agrees([warning, ...(await details()), 'Go on?'].join('\n'))
      : await (extent === 'one' ? saysYes(`${warning} Go on?`) : typesName(warning, name));
    if (!isGranted) throw protectedProfile(name, true);
  };

  const saysYes = async (question: string): Promise<boolean> => {
    const { confirm } = await import('../terminal/prompts/confirm.ts');
    return confirm(permission.questionIo(), messageOn({ isTTY: true }, question, names));
  };

  const typesName = async (warning: string, name: string): Promise<boolean> => {
    const { askText } = await import('../terminal/prompts/text.ts');
    const message = `${warning} Type ${name} to go on`;
    return (await askText(permission.questionIo(), { message, isLast: true })) === name;
  };

  const permission: Permission = {
    canAsk: () => settings.mayAsk && (io.host !== undefined || someoneIsThere(io)),
    isInteractive: (readsStdin = false) => permission.canAsk() && (readsStdin || io.stdin.isTTY === true),
    questionIo: () => atKeyboard(settings.noColor ? { ...io, env: { ...io.env, NO_COLOR: '1' } } : io),
    async confirm(question) {
      if (settings.yes) return;
      if (!permission.canAsk()) throw noYes(question, false);
      if (!(await saysYes(question))) throw noYes(question, true);
    },
    async confirmChange(what, extent = 'one', details) {
      const wasAllowed = allowed !== undefined;
      await allow(extent, what, details);
      const { protected: name } = await guards();
      // A yes to one change is not a yes to the next.
      if (name === undefined || wasAllowed) await permission.confirm(`${what} Go on?`);
    },
    async refuseReadOnly() {
      const { readOnly } = await guards();
      if (readOnly !== undefined) throw new ReadOnlyProfile(readOnly);
    },
    mayChange: (extent = 'one', what) => allow(extent, what),
  };
  return permission;
};

/** Which service a change goes to, for a question: `live (https://shop.example)`. */
export const whereOf = async ({ profile }: Pick<Target, 'profile'>): Promise<string> => {
  const { name, baseUrl } = await profile();
  return name === undefined ? baseUrl : `${name} (${baseUrl})`;
};
