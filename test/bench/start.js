/** What a command costs before it does anything, beside an empty Node and other tools. */
export const start = async ({ short, resale }) => {
  const empty = { name: 'node -e 0', needs: [], line: `exec '${process.execPath}' -e 0` };
  const goal = (ratio) => (short ? {} : { goal: ratio });
  return {
    about: 'a start',
    rows: [
      { name: '--version', isQuick: true, ours: `exec ${resale} --version`, peer: empty, ...goal(1.1) },
      { name: '--help', isQuick: true, ours: `exec ${resale} --help`, peer: empty, ...goal(1.4) },
      {
        name: '--version, beside gh',
        isQuick: true,
        ours: `exec ${resale} --version`,
        peer: { name: 'gh --version', needs: ['gh'], line: 'exec gh --version' },
      },
      {
        name: '--version, beside npm',
        isQuick: true,
        ours: `exec ${resale} --version`,
        peer: { name: 'npm --version', needs: ['npm'], line: 'exec npm --version' },
      },
    ],
    close: () => {},
  };
};
