import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

// What the bundler's own command line does, without its list of files: whoever runs `npm start` came for something else.
await build(await loadConfig('rolldown.config.ts'));
