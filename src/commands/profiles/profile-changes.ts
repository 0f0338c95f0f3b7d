import { keyStoreOf } from '../../profiles/find-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { textSettings } from './text-settings.ts';

/** The settings with their values in words; undefined for unset ones. */
const settingsOf = ({ dialect = {}, ...profile }: Profile): Readonly<Record<string, string | undefined>> => ({
  'base URL': profile.baseUrl,
  'key in': keyStoreOf(profile),
  ...Object.fromEntries(textSettings.map(({ field, title }) => [title, profile[field]])),
  'word for Service': dialect.serviceName,
  'word for Commerce': dialect.commerceName,
  ...dialect.names,
});

const guards = [
  ['protected', 'asks before every change', 'no longer protected'],
  ['readOnly', 'refuses every change', 'no longer read-only'],
] as const;

const commandOf = ({ key }: Profile): string | undefined =>
  key?.store === 'command' ? key.command : undefined;

/** Everything in which two profiles differ: `shop S1 → S2`, `shop S1`, `no shop`, `no longer protected`. The key itself is not seen. */
export const profileChanges = (before: Profile, after: Profile): string[] => {
  const [old, young] = [settingsOf(before), settingsOf(after)];
  const [oldCommand, youngCommand] = [commandOf(before), commandOf(after)];
  return [
    ...guards.flatMap(([guard, set, unset]) =>
      (before[guard] ?? false) === (after[guard] ?? false) ? [] : [after[guard] ? set : unset],
    ),
    ...Object.keys({ ...old, ...young }).flatMap((setting) => {
      const [from, to] = [old[setting], young[setting]];
      if (from === to) return [];
      if (to === undefined) return [`no ${setting}`];
      return [from === undefined ? `${setting} ${to}` : `${setting} ${from} → ${to}`];
    }),
    ...(oldCommand && youngCommand && oldCommand !== youngCommand ? ['another key command'] : []),
  ];
};
