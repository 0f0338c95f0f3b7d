import { expect, test } from 'vitest';
import { storeDomainProblem } from '../../src/service/store-domain.ts';

test.each(['a.example', 'bücher.example', 'xn--bcher-kva.example', 'A-1.example', 'a_b.co.example'])(
  '%s is a domain',
  (text) => {
    expect(storeDomainProblem(text)).toBeUndefined();
  },
);

test.each([
  ...['', ' ', '\u00a0\t', `${'a.'.repeat(150)}example`, `${'a'.repeat(64)}.example`, 'second-meadow'],
  ...[' a.example', 'a b.example', 'a.example\n', 'a.exam\u0007ple', 'a.example\u200b', 'a.example/shop'],
  ...['a.example?x=1', 'a.example#x', 'a.example:443', 'me:pw@a.example', '//a.example', 'a..example'],
  ...['.a.example', 'a.example.', '-a.example', 'a-.example', '10.0.0.1', '[::1]', 'a,b.example'],
  ...['a%2e.example', '*.a.example'],
])('%j is none', (text) => {
  expect(storeDomainProblem(text)).toMatch(/^must /);
});
