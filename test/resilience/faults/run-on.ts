import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '../torture/tool.ts';
import { feedText } from './feed-file.ts';
import { unmannerly } from './manners.ts';
import { onPremises } from './premises.ts';
import { listings } from './scenes.ts';
import { canaries, type FaultShop } from './shop.ts';
import { due } from './wire.ts';

/** Leads stdout into a pipe that has lost its reader, as `| head` has only once it has seen enough. */
export const unread = '>&9';

const openUnread = 'mkfifo pipe; exec 8<>pipe 9>pipe 8>&-;';

/** Lets a shop take its time for each change: longer than reports of rows are gathered before they are written. */
const slowDown = (shop: FaultShop) => {
  shop.attack = {
    fault: {
      group: 'slow answers',
      name: 'a change takes its time',
      change: 'accepted',
      exits: [],
      answer: (socket, { said }) => {
        setTimeout(() => socket.write(due(said)), 100);
      },
    },
    meets: (kind) => kind === 'change',
    isApplied: true,
    roll: 0,
  };
};

/**
 * What comes of a line of a shell, with something behind it that is done to its streams, and where `thenResumed` of the
 * resumption of the run that it was. Where `isSlow`, each change takes its time.
 */
export const runOn = (bin: string, line: string, stream: string, thenResumed = false, isSlow = false) =>
  onPremises(async ({ shop, home, env }) => {
    if (isSlow) slowDown(shop);
    await writeFile(join(home, 'old.json'), '[]');
    await writeFile(join(home, 'new.json'), feedText);
    const rows = listings.map((listing) => `${listing.id},20\n`);
    await writeFile(join(home, 'two.csv'), ['id,quantity\n', ...rows.slice(0, 2)].join(''));
    await writeFile(join(home, 'all.csv'), ['id,quantity\n', ...rows].join(''));
    const tool = [process.execPath, bin] as const;
    const script = `${openUnread} "$0" "$1" ${line} ${stream}`;
    const ended = await start({ program: ['bash', '-c', script, ...tool], cwd: home, env }).ended;
    const misses = unmannerly(ended, [canaries.apiKey]);
    const entries = shop.ledger.entries().length;
    if (!thenResumed) return { exitCode: ended.exitCode, misses, entries };
    const resumed = await start({ program: [...tool, 'runs', 'resume'], cwd: home, env }).ended;
    const inTheEnd = shop.ledger.entries().length;
    return { exitCode: ended.exitCode, misses, entries, resumed: resumed.exitCode, inTheEnd };
  });
