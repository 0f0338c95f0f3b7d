import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOf } from '../../src/runs/directory.ts';
import { Recording } from '../../src/runs/recording.ts';
import { openRowFile } from '../../src/runs/rows/row-file.ts';
import { fileOf } from '../support/certificates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('an undo does not begin whose process was suspended while another one took its place', async () => {
  const directory = directoryOf(join(temporaryFolder(), 'state', 'runs'), 'undo');
  const check = () => {
    throw new Error('another process has taken the run over');
  };
  const recording = new Recording(async () => directory, { check });
  const asked = {
    tool: '1',
    operation: 'inventory set',
    options: { onConflict: 'skip' },
    origin: 'http://a',
    rows: 1,
  };
  const begun = recording.begin(asked as never, await openRowFile(fileOf('{"id":"a"}\n')), true);
  await expect(begun).rejects.toThrow('taken the run over');
  expect(existsSync(directory.manifest)).toBe(false);
});
