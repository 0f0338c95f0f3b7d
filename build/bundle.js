import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

// What the bundler's own command line does, without its list of files, which nobody who runs `npm start` wants to see.
await build(await loadConfig('rolldown.config.ts'));
