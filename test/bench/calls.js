import { listingIds, startSandbox } from './sandbox.js';

/** Single calls over loopback, beside an empty Node. */
export const calls = async ({ short, resale }) => {
  const sandbox = await startSandbox(resale, '--listings 120');
  const [id] = await listingIds(sandbox);
  const empty = { name: 'node -e 0', needs: [], line: `exec '${process.execPath}' -e 0` };
  // Node 20 compiles more of what it runs once.
  const goal = Number(process.versions.node.split('.')[0]) < 22 ? 3.5 : 2.5;
  const row = (name, line) => ({
    name,
    isQuick: true,
    ours: `${sandbox.reached} exec ${resale} ${line}`,
    peer: empty,
  });
  return {
    about: 'a call over loopback',
    rows: [
      { ...row('listings get', `listings get ${id}`), ...(short ? {} : { goal, memoryGoal: 60 }) },
      row('listings list', 'listings list --limit 20'),
      row('inventory set', `inventory set ${id} 2 --quiet`),
      {
        ...row('listings get, beside curl', `listings get ${id}`),
        peer: {
          name: 'curl',
          needs: ['curl'],
          line: `exec curl --silent --fail ${Object.entries(sandbox.headers)
            .map(([name, value]) => `--header '${name}: ${value}'`)
            .join(' ')} ${sandbox.baseUrl}/v1/listings/${id}`,
        },
      },
    ],
    close: sandbox.close,
  };
};
