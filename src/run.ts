import { version } from '../package.json';
import { complete } from './commands/completion/candidates.ts';
import { tree } from './commands/tree.ts';
import { topics } from './help/topics.ts';
import { CommandLine } from './line/command-line.ts';
import { type Io, withoutEmptyVariables, write } from './terminal/io.ts';

/**
 * The whole tool as one function: the arguments after `resale` go in, an exit code comes out. The command line
 * is read once; an error is reported according to what had been read of it by then.
 */
export const run = async (argv: readonly string[], process: Io): Promise<number> => {
  const io = withoutEmptyVariables(process);
  const line = new CommandLine(io.env);
  // Known before any command is, so that not even a usage error shows a key.
  const secrets = new Set([io.env.RESALE_API_KEY].filter((value) => value !== undefined));
  const tell = async (error: unknown): Promise<number> => {
    const { report } = await import('./line/report-error.ts');
    return report(error, line, io, secrets);
  };
  io.onCrash?.(tell);
  try {
    if (argv[0] === '__complete') {
      return await complete(argv.slice(1), io, tree);
    }
    const { readCommandLine } = await import('./line/parser.ts');
    const named = await readCommandLine(
      argv,
      line,
      tree,
      topics.map(({ name }) => name),
    );
    if (line.globals.version) {
      await write(io.stdout, `${version}\n`);
      return 0;
    }
    if (line.isHelp || line.globals.help) {
      const { helpText } = await import('./help/help-screen.ts');
      // What starts programs takes a third as long to load as Node takes to start.
      const pages = io.stdout.isTTY && io.env.PAGER !== undefined;
      const page = pages ? (await import('./terminal/pager.ts')).pagedOutput(io.stdout, io) : io.stdout;
      try {
        await write(page, await helpText(line, named, tree, io));
      } finally {
        await page.untilRead?.();
      }
      return 0;
    }
    if (line.problem) throw line.problem;
    if (named.definition === undefined) throw new Error(`${line.path} leads to no command`);
    const { execute } = await import('./line/execute.ts');
    return await execute(named.definition, line, io, secrets, run);
  } catch (error) {
    return tell(error);
  }
};
