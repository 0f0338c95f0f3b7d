/** What `import … from 'resale'` gives. */
export { createClient } from './create-client.ts';
export type * from './interface.ts';
export { CallError, InvalidInput, ResaleError } from './library-errors.ts';
export type * from './record-types.ts';
export { startSandbox } from './start-sandbox.ts';
