import { createRequire } from 'node:module';
import { widthOf } from '../../src/terminal/width.ts';

// What the build replaces in libraries (build/replacements.ts), where a test would see the difference.

// cli-table3 brings an old string-width, in whose place the bundle has our measure. It is not part of any bundle here, and finds
// in Node's cache what it requires.
const ours = createRequire(import.meta.url);
const theirs = createRequire(ours.resolve('cli-table3'));
const module = theirs.resolve('string-width');
theirs(module);
(theirs.cache[module] as NodeJS.Module).exports = widthOf;
