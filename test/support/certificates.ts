import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

export interface Identity {
  cert: string;
  key: string;
}

export interface Wanted {
  subject?: string;
  names?: readonly string[];
  from?: Date;
  to?: Date;
  /** It signs itself if left out. */
  by?: Identity;
}

const common = { keyType: 'ec', algorithm: 'sha256' } as const;

export const authority = async (name = 'Test Authority'): Promise<Identity> => {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
};

export const certificate = async ({
  subject = 'shop.example',
  names = ['shop.example', 'localhost', '127.0.0.1'],
  from,
  to,
  by,
}: Wanted = {}): Promise<Identity> => {
  const made = await generate([{ name: 'commonName', value: subject }], {
    ...common,
    ...(from ? { notBeforeDate: from } : {}),
    ...(to ? { notAfterDate: to } : {}),
    ...(by ? { ca: by } : {}),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
};

/** A file with a text, removed after the test, or after all tests of the file. */
export const fileOf = (text: string, name = 'authorities.pem'): string => {
  const directory = mkdtempSync(join(tmpdir(), 'resale-test-'));
  const remove = () => rmSync(directory, { recursive: true });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
