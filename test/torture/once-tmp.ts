import { torment, tormentNamed } from './torture.ts';
for (const name of process.argv.slice(2)) {
  const t = Date.now();
  const v = await torment(process.env.BIN ?? '/tmp/tort/tool/bin/resale.js', tormentNamed(name));
  console.log(name, Date.now() - t, 'ms', v.survived ?? '', v.misses.length, v.misses.slice(0, 6).join('\n'));
}
