import { test } from 'vitest';
import { cutAtAll, modes, tellingPlaces } from './cut-points.ts';

test.each(modes)(
  'wherever a download is cut, it becomes a whole feed, or nothing: %s',
  cutAtAll(tellingPlaces),
);
