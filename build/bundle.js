import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

// Does what the bundler's own command line does, without listing files, which would only be noise with `npm start`.
await build(await loadConfig('rolldown.config.ts'));
