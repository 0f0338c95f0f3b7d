import { startSandbox } from './sandbox.js';

/** An empty Node, which is the least that a start can take. */
const emptyNode = { name: 'node -e 0', line: `exec '${process.execPath}' -e 0` };

/** What a command costs before it does anything. */
export const start = ({ resale }) => [
  { name: '--version', isQuick: true, line: `exec ${resale} --version`, peer: emptyNode, goal: 1.1 },
  { name: '--help', isQuick: true, line: `exec ${resale} --help`, peer: emptyNode, goal: 1.5 },
  {
    name: '--version, beside npm',
    isQuick: true,
    line: `exec ${resale} --version`,
    peer: { name: 'npm --version', needs: ['npm'], line: 'exec npm --version' },
  },
];

/** The first listing of every sandbox. */
const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

/** Single calls over loopback. */
export const call = async ({ resale, atEnd }) => {
  const { baseUrl, reached, curlFlags, close } = await startSandbox(resale, '--listings 120');
  atEnd(close);
  const row = (name, line) => ({
    name,
    isQuick: true,
    line: `${reached} exec ${resale} ${line}`,
    peer: emptyNode,
  });
  const curl = `exec curl --silent --fail ${curlFlags} ${baseUrl}/v1/listings/${id}`;
  return [
    { ...row('listings get', `listings get ${id}`), goal: 3, memoryGoal: 60 },
    row('listings list', 'listings list --limit 20'),
    row('inventory set', `inventory set ${id} 2 --quiet`),
    {
      ...row('listings get, beside curl', `listings get ${id}`),
      peer: { name: 'curl', needs: ['curl'], line: curl },
    },
  ];
};
