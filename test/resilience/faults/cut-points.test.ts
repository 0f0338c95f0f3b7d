import { test } from 'vitest';
import { cutAtAll, modes, morePlaces } from '../../feed/cut-points.ts';

test.each(modes)('cut in more places, a download becomes a whole feed, or nothing: %s', cutAtAll(morePlaces));
