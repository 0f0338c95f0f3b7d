import { expect, test } from 'vitest';
import { resale } from '../support/resale.ts';

test.each([
  ['listigns list', "Unknown command 'listigns'.", 'Did you mean listings?'],
  ['listings lst', "Unknown command 'lst'.", 'Did you mean list?'],
  ['listings list --limti 3', "Unknown option '--limti'.", 'Did you mean --limit?'],
  ['listings list --state opne', "--state must be one of open, closed, not 'opne'", '(did you mean open?)'],
  ['listings list -o yml', "csv, yaml, not 'yml'", '(did you mean yaml?)'],
  ['listings create --condition god', "not 'god'", '(did you mean good?)'],
  ['listings create --condition Minor_defects', "not 'Minor_defects'", '(did you mean minor-defect?)'],
  ['listings create --source skus', "not 'skus'", '(did you mean sku?)'],
  ['inventory set ID 1 --on-conflict rety', "not 'rety'", '(did you mean retry?)'],
  ['runs list --fields rnu', '--fields names rnu, which is not there', '(did you mean run?)'],
  ['profiles show sandbx', 'There is no profile "sandbx".', 'Did you mean sandbox?'],
  ['-p sandbx listings list', 'There is no profile "sandbx".', 'Did you mean sandbox?'],
])('%s', async (line, sentence, question) => {
  const { exitCode, stdout, stderr } = await resale(line, { terminal: 250 });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(question);
});

test.each(['listings list --state sold', '-p live listings list', 'runs list --fields xyz'])(
  '%s is near to nothing',
  async (line) => {
    expect((await resale(line, { terminal: 250 })).stderr).not.toMatch(/did you mean/i);
  },
);
