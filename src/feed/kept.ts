import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { feedsFolder } from './cache/cache.ts';

/** How many feeds are kept below a directory for caches, of all services and clients together, and their bytes. */
export const keptFeeds = async (directory: string): Promise<{ count: number; bytes: number }> => {
  const folder = feedsFolder(directory);
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const feeds = names.filter((name) => /^feed-.*\.json$/.test(basename(name)));
  const sizes = await Promise.all(feeds.map(async (name) => (await stat(join(folder, name))).size));
  return { count: feeds.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
};
