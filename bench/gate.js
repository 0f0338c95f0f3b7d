/** By how much a figure may be past its goal before the gate closes: machines differ, and so do their days. */
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
