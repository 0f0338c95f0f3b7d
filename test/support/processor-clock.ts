/** Starts to count the milliseconds that the processor works for this process: what else a machine does is not among them. */
export const processorClock = (): (() => number) => {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
};
