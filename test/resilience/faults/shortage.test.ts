import { expect, test } from 'vitest';
import { inShell } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';

/** More files than any version of Node has open before its first connection. */
const most = 80;

test('if too few files may be open for all connections, rows use fewer connections, and all are done', async () => {
  const { env } = await sandboxed({ listings: 60, latencyMs: 20 });
  const rows = `(echo id,delta; resale listings list -o csv --fields id | sed '1d; s/$/,1/') > rows.csv`;
  const run = 'resale inventory adjust --from rows.csv --yes --max-retries 0 --debug -o ndjson';
  // From the fewest files that Node can start with: so few leave no room for sixteen connections.
  const script = `cd "$HOME" && ${rows}
    for files in $(seq 20 2 ${most}); do
      (ulimit -n $files; ${run} > told 2> log) && break
    done
    grep -c '"outcome":"applied"' told; grep -c 'too many files are open' log`;
  const { stdout } = await inShell(script, { env });
  const [applied, refused] = stdout.split('\n').map(Number);
  expect(applied).toBe(60);
  expect(refused).toBeGreaterThan(0);
});

// Later versions of Node do without what they may not reserve.
test.runIf(Number.parseInt(process.versions.node, 10) < 24)(
  'where too little address space may be reserved for a feed, that is said, and the next one gets it',
  async () => {
    const { env } = await sandboxed({});
    const script = `(ulimit -v 8000000; resale feed fetch -o json; echo "exit $?")
      resale feed fetch -o ndjson | wc -l`;
    const { stdout, stderr } = await inShell(script, { env });
    expect(stdout).toBe('exit 1\n200\n');
    expect(stderr).toContain('The limit on this process (ulimit -v) is too low to read a feed');
    expect(stderr).toContain('ulimit -v unlimited');
  },
);
