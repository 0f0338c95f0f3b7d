const heads = ['WHAT', 'RESALE', 'MEMORY', 'BESIDE', 'TOOK', 'MEMORY', 'RATIO', 'QUARTILES', 'GOAL'];

/** The figures as a table for people. */
export const report = ({ machine, rounds, scenarios }) => {
  const { node, cpus, loadBefore } = machine;
  const about = `Node ${node}, ${cpus} cores, load ${loadBefore.toFixed(1)} before; medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, peak memory of the largest process.\n`;
  return about + scenarios.map(({ about, results }) => `\n${about}\n${table(results)}`).join('');
};

const table = (results) => {
  const lines = [heads, ...results.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
};

const cells = ({ name, ours, peer, ratio, goal }) => [
  name,
  seconds(ours),
  megabytes(ours),
  peer?.missing ? `${peer.name} (not installed: ${peer.missing.join(', ')})` : (peer?.name ?? ''),
  peer?.seconds === undefined ? '' : seconds(peer),
  peer?.seconds === undefined ? '' : megabytes(peer),
  ratio ? ratio.median.toFixed(2) : '',
  ratio ? ratio.quartiles.map((value) => value.toFixed(2)).join(' to ') : '',
  goal === undefined ? '' : String(goal),
];

const seconds = ({ seconds }) => `${seconds.toFixed(2)} s`;

const megabytes = ({ peakMegabytes }) =>
  peakMegabytes === undefined ? 'unknown' : `${peakMegabytes.toFixed(0)} MB`;
