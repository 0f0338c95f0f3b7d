/** What bin/resale.js starts: the tool, and the process it runs in. */
export { run } from './run.ts';
export { processIo } from './terminal/process-io.ts';
