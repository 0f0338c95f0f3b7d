import type { Io } from './terminal/io.ts';
import { version } from './version.ts';

/**
 * The whole tool as one function: the arguments behind `resale` in, what happened as an exit code out.
 * Whatever goes wrong on the way becomes a sentence and a code in failure.ts.
 */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    io.stdout.write(`${version}\n`);
    return 0;
  }
  // Known before any command is, so that not even a usage error shows a key.
  const secrets = new Set(
    [io.env.RESALE_CLIENT_ID, io.env.RESALE_API_KEY].filter((value) => value !== undefined),
  );
  try {
    const { runProgram } = await import('./cli.ts');
    return await runProgram(argv, io, secrets);
  } catch (error) {
    const { report } = await import('./report.ts');
    return report(error, argv, io, secrets);
  }
};
