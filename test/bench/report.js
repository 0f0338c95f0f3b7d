import { cpus, loadavg } from 'node:os';

const heads = ['what', 'took', 'memory (goal)', 'beside', 'ratio (quartiles)', 'goal'];

/** The figures as a table in Markdown: for a terminal, and for docs/speed.md. */
export const report = (results, rounds) => {
  const lines = [heads, ...results.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const drawn = lines.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |\n`);
  drawn.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`);
  const machine = `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`;
  return `${machine}; medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.\n\n${drawn.join('')}`;
};

const cells = ({ scenario, name, missing, peer, seconds, memory, peerSeconds, peerMemory, ...others }) => {
  const { ratios = [], goal = '', memoryGoal } = others;
  const [low, middle, high] = ratios.map((ratio) => ratio.toFixed(ratio < 0.2 ? 3 : 2));
  const beside = [peer?.name, timeText(peerSeconds), memoryText(peerMemory)].filter(Boolean).join(', ');
  return [
    `${scenario}: ${name}`,
    timeText(seconds),
    `${memoryText(memory) || 'unknown'}${memoryGoal ? ` (${memoryGoal} MB)` : ''}`,
    missing.length > 0 ? `${peer.name} (not installed: ${missing.join(', ')})` : beside,
    middle === undefined ? '' : `**${middle}** (${low} to ${high})`,
    `${goal}`,
  ].map((cell) => cell.replaceAll('|', '\\|'));
};

const timeText = (seconds) => {
  if (seconds === undefined) return '';
  return seconds < 0.5 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(2)} s`;
};

const memoryText = (megabytes) => (megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`);

/** How far a figure may be past its goal: machines differ, and so does what else they do. */
const leeway = 1.25;

/** A sentence for each figure that is past its goal by more than a quarter. */
export const pastTheirGoals = (results) =>
  results.flatMap(({ name, ratios, goal, memory, memoryGoal }) => [
    ...(ratios?.[1] > goal * leeway
      ? [`${name}: ${ratios[1].toFixed(2)} times as long, and the goal is ${goal}.`]
      : []),
    ...(memory > memoryGoal * leeway
      ? [`${name}: ${memory.toFixed(0)} MB, and the goal is ${memoryGoal}.`]
      : []),
  ]);
