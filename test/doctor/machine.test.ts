import { expect, test } from 'vitest';
import { nodeOutcome } from '../../src/doctor/machine.ts';

test.each([
  ['18.20.4', 'warning'],
  ['20.18.3', 'warning'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
])('Node %s: %s', (version, status) => {
  expect(nodeOutcome(version).status).toBe(status);
});

test('a Node that is too old is reported, with the version that is needed', () => {
  expect(nodeOutcome('20.18.3')).toMatchObject({
    found: `Node 20.18.3 on ${process.platform}, and resale is made for 20.19 or later`,
    advice: 'Install a later Node.',
  });
});
