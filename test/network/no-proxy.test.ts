import { expect, test } from 'vitest';
import { isExempt } from '../../src/network/no-proxy.ts';

test.each([
  ['', 'https://shop.example', false],
  ['*', 'https://shop.example', true],
  ['shop.example', 'https://shop.example', true],
  ['SHOP.example', 'https://shop.example', true],
  ['shop.example', 'https://api.shop.example', true],
  ['.shop.example', 'https://api.shop.example', true],
  ['*.shop.example', 'https://api.shop.example', true],
  ['.shop.example', 'https://shop.example', true],
  ['shop.example', 'https://myshop.example', false],
  ['api.shop.example', 'https://shop.example', false],
  ['a.example, shop.example', 'https://shop.example', true],
  ['a.example shop.example', 'https://shop.example', true],
  ['shop.example:443', 'https://shop.example', true],
  ['shop.example:8443', 'https://shop.example', false],
  ['shop.example:8443', 'https://shop.example:8443', true],
  ['shop.example:80', 'http://shop.example', true],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/8', 'https://shop.example', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['shop.example/8', 'https://shop.example', false],
  ['fd00::1', 'https://[fd00::1]', true],
  ['[fd00::1]', 'https://[fd00::1]', true],
  ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
  ['[fd00::1]:8443', 'https://[fd00::1]', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['.', 'https://shop.example', false],
])('NO_PROXY=%j, %s: %s', (list, url, exempt) => {
  expect(isExempt(new URL(url), list)).toBe(exempt);
});
