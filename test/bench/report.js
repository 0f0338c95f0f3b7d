const heads = ['WHAT', 'RESALE', 'MEMORY', 'GOAL', 'BESIDE', 'TOOK', 'MEMORY', 'RATIO', 'QUARTILES', 'GOAL'];

/** The figures as a table for people. */
export const report = (found) => {
  const { scenarios } = found;
  return `${about(found)}\n${scenarios.map(({ about, results }) => `\n${about}\n${table(results)}`).join('')}`;
};

/** The figures as a table in Markdown, for docs/speed.md. */
export const markdown = (found) => {
  const line = (columns) => `| ${columns.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const rows = found.scenarios.flatMap(({ about, results }) =>
    results.map((result) => {
      const [name, took, memory, memoryGoal, beside, itTook, itsMemory, ratio, quartiles, goal] =
        cells(result);
      const measured = memoryGoal ? `${memory} (${memoryGoal})` : memory;
      return line([
        `${about}: ${name}`,
        took,
        measured,
        [beside, itTook, itsMemory].filter(Boolean).join(', '),
        ratio && `**${ratio}** (${quartiles})`,
        goal,
      ]);
    }),
  );
  return [
    `${about(found)}\n\n`,
    line(['what', 'took', 'memory (goal)', 'beside', 'ratio (quartiles)', 'goal']),
    line(Array(6).fill('---')),
    ...rows,
  ].join('');
};

const about = ({ machine: { node, cpus, loadBefore }, rounds }) =>
  `Node ${node}, ${cpus} cores, load ${loadBefore.toFixed(1)} before; medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, peak memory of the largest process.`;

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

const cells = ({ name, ours, peer, ratio, goal, memoryGoal }) => [
  name,
  seconds(ours),
  megabytes(ours),
  memoryGoal === undefined ? '' : `${memoryGoal} MB`,
  peer?.missing ? `${peer.name} (not installed: ${peer.missing.join(', ')})` : (peer?.name ?? ''),
  peer?.seconds === undefined ? '' : seconds(peer),
  // A time that no program took has no memory.
  peer?.peakMegabytes === undefined ? '' : megabytes(peer),
  ratio ? places(ratio.median) : '',
  ratio ? ratio.quartiles.map(places).join(' to ') : '',
  goal === undefined ? '' : String(goal),
];

/** A small ratio has three decimals. */
const places = (ratio) => ratio.toFixed(ratio < 0.2 ? 3 : 2);

const seconds = ({ seconds }) =>
  seconds < 0.5 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(2)} s`;

const megabytes = ({ peakMegabytes }) =>
  peakMegabytes === undefined ? 'unknown' : `${peakMegabytes.toFixed(0)} MB`;

/** How far a figure may be past its goal: machines differ, and so does what else they do. */
const leeway = 1.25;

/** A sentence for each figure that is past its goal by more than a quarter. */
export const pastTheirGoals = (scenarios) =>
  scenarios.flatMap(({ results }) =>
    results.flatMap(({ name, ours, ratio, goal, memoryGoal }) => [
      ...(ratio && ratio.median > goal * leeway
        ? [`${name}: ${ratio.median.toFixed(2)} times as long, and the goal is ${goal}.`]
        : []),
      ...(ours.peakMegabytes > memoryGoal * leeway
        ? [`${name}: ${ours.peakMegabytes.toFixed(0)} MB, and the goal is ${memoryGoal}.`]
        : []),
    ]),
  );
