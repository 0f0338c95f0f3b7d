import { failIfLost, type Io } from './terminal/io.ts';

/**
 * The whole tool as one function: the arguments behind `resale` in, what happened as an exit code out.
 * Whatever goes wrong on the way becomes a sentence and a code in failure.ts.
 */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  // Known before any command is, so that not even a usage error shows a key.
  const secrets = new Set(
    [io.env.RESALE_CLIENT_ID, io.env.RESALE_API_KEY].filter((value) => value !== undefined),
  );
  const tell = async (error: unknown): Promise<number> => {
    const { report } = await import('./cli/report.ts');
    return report(error, argv, io, secrets);
  };
  io.onCrash?.(tell);
  try {
    if (argv[0] === '__complete') {
      const { completeLive } = await import('./cli/completion/live.ts');
      return await completeLive(argv.slice(1), io);
    }
    const { runProgram } = await import('./cli/command-line.ts');
    const exitCode = await runProgram(argv, io, secrets);
    // Help is written by a library that does not wait for it.
    if (exitCode === 0) failIfLost(io.stdout);
    return exitCode;
  } catch (error) {
    return tell(error);
  }
};
