/** What `import … from 'resale'` gives. */
export { createClient } from './client.ts';
export { CallError, InvalidInput, ResaleError } from './errors.ts';
export type * from './interface.ts';
export type * from './records.ts';
export { startSandbox } from './sandbox.ts';
