import { NoProfile } from '../../profiles/errors.ts';
import { InvalidDirectory } from '../../profiles/files/errors.ts';
import { NoCredentials } from '../../profiles/keys/errors.ts';
import type { DialectSettings } from '../../service/dialect.ts';
import type { Invocation } from '../invocation.ts';

/** What puts an entry of the feed of the profile's service into our words. */
export const feedWords = async (invocation: Invocation): Promise<(entry: unknown) => unknown> => {
  const settings = await dialectSettings(invocation);
  if (settings === undefined) return (entry) => entry;
  const [{ dialectOf }, { product }, { translationOf }] = await Promise.all([
    import('../../service/dialect.ts'),
    import('../../service/feed.ts'),
    import('../../service/translation.ts'),
  ]);
  const { field, constant } = dialectOf(settings);
  return translationOf(product, field, constant).fromWire;
};

/** The dialect of the profile. Files can be read without any. */
const dialectSettings = async (invocation: Invocation): Promise<DialectSettings | undefined> => {
  try {
    return (await invocation.profile()).dialect;
  } catch (error) {
    if ([NoProfile, NoCredentials, InvalidDirectory].some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
};
