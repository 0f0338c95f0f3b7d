import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

// Does what the bundler's own command line does, without listing files, which would only be noise with `npm start`; and one after
// the other, since the first clears the folder.
for (const bundle of [await loadConfig('build/rolldown.config.ts')].flat()) await build(bundle);
