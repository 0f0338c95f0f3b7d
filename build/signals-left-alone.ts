import type { Plugin } from 'rolldown';

/**
 * Keeps a library from answering signals. when-exit, which comes with conf and atomically, sends every signal to the
 * process once more: that would pass for a second Ctrl-C and end the tool in the midst of stopping.
 */
export const signalsLeftAlone = (): Plugin => ({
  name: 'signals-left-alone',
  load: {
    filter: { id: /\/when-exit\/dist\/node\/signals\.js$/ },
    handler: () => 'export default [];',
  },
});
