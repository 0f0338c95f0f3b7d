import { createRequire } from 'node:module';
import { widthOf } from '../../src/terminal/width.ts';

// cli-table3 brings an old string-width. The build replaces it by our measure (build/replacements.ts), and this does so for
// tests: cli-table3 is not part of any bundle there, and finds in Node's cache what it requires.
const ours = createRequire(import.meta.url);
const theirs = createRequire(ours.resolve('cli-table3'));
const module = theirs.resolve('string-width');
theirs(module);
(theirs.cache[module] as NodeJS.Module).exports = widthOf;
