import type { Plugin } from 'rolldown';

/**
 * commander loads node:child_process for subcommands that are programs of their own. This tool has none, and loading it
 * takes as long as all the rest of a help screen, so it is loaded only where it is used.
 */
export const programsOnDemand = (): Plugin => ({
  name: 'programs-on-demand',
  transform: {
    filter: { id: /\/commander\/lib\/command\.js$/ },
    handler: (code) => ({
      code: code
        .replace("const childProcess = require('node:child_process');\n", '')
        .replaceAll('childProcess.', "require('node:child_process')."),
      map: null,
    }),
  },
});
