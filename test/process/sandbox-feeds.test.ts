import { expect, test } from 'vitest';
import { inShell, machine } from '../support/built.ts';

const hash = 'resale feed fetch -o json | cksum';

// No feed comes by itself meanwhile, not even at a quarter past an hour.
test('a feed that is made while others use the sandbox is fetched, and seen by a watch', async () => {
  const script = `
    first=$(${hash}); test "$first" = "$(${hash})" && echo kept
    resale feed watch -o ndjson > changes & watch=$!
    sleep 1
    resale api POST /_sandbox/feed
    until test -s changes; do sleep 0.1; done; echo seen
    kill $watch
    test "$first" = "$(${hash})" || echo fetched`;
  const on = machine();
  const { stdout, exitCode } = await inShell(
    `resale sandbox exec --feed-every 86400 -- bash -c '${script}'`,
    {
      on,
      cwd: on.home,
    },
  );
  expect([stdout, exitCode]).toEqual(['kept\n{"generation":1}\nseen\nfetched\n', 0]);
});

test('so is one that comes sooner than the hour', async () => {
  const script = `first=$(${hash}); until test "$first" != "$(${hash})"; do sleep 0.2; done; echo fetched`;
  const { stdout } = await inShell(`resale sandbox exec --feed-every 1 -- bash -c '${script}'`);
  expect(stdout).toBe('fetched\n');
});
