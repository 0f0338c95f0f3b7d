// Puts nothing on the disk: each sync returns at once, and does nothing.
import { open } from 'node:fs/promises';

const some = await open(new URL(import.meta.url));
const handles = Object.getPrototypeOf(some);
await some.close();
handles.sync = async () => {};
handles.datasync = async () => {};

await import('../../../bin/resale.js');
