import { ProfileStore } from '../../../src/profiles/store.ts';

// A process of its own that adds profiles: node writer.mjs DIRECTORY PREFIX COUNT
const [directory = '', prefix = '', count = '0'] = process.argv.slice(2);
process.umask(0);
const store = new ProfileStore(() => directory);
for (let number = 0; number < Number(count); number++)
  await store.add(`${prefix}-${number}`, { baseUrl: `https://${prefix}.example/${number}` });
