import { expect, test } from 'vitest';
import { nodeOutcome } from '../../src/doctor/machine.ts';

test.each(['18.20.4', '20.18.3'])('Node %s is too old', (version) => {
  expect(nodeOutcome(version)).toEqual({
    status: 'warning',
    found: `Node ${version} on ${process.platform}, and resale is made for 20.19 or later`,
    advice: 'Install a later Node.',
  });
});

test.each(['20.19.0', '22.1.0'])('Node %s will do', (version) => {
  expect(nodeOutcome(version).status).toBe('ok');
});
