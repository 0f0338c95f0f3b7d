import { defineConfig } from 'rolldown';
import { signalsLeftAlone } from './build/signals-left-alone.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';

/** CommonJS, cut into chunks that load when a command needs them: that is what makes the tool start fast. */
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  plugins: [signalsLeftAlone(), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
  output: {
    dir: 'dist',
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minify: true,
  },
});
