import { expect, test } from 'vitest';
import { settling } from './play.ts';

test.each([
  ['resale runs resume 0042', 'resale runs resume 4f2a'],
  ['resale runs resume 120501-0042', 'resale runs resume 120501-4f2a'],
  ['20261121-120501-0042', '20261121-120501-4f2a'],
  ['COAT-0042', 'COAT-0042'],
  ['a0000000-0042-4000-8000-000000000001', 'a0000000-0042-4000-8000-000000000001'],
])('the name of a run and nothing else is made the same each time: %s', (text, shown) => {
  expect(settling(['http://127.0.0.1:1', 'http://b', 'http://f', '/h'], ['20261121-120501-0042'])(text)).toBe(
    shown,
  );
});
