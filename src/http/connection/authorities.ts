import { X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as tls from 'node:tls';
import { textUpTo } from '../../files/named-bytes.ts';
import { UnusableAuthorities } from './connection-error.ts';
import { safeTls } from './tls.ts';

export interface Bundle {
  path: string;
  source: string;
}

/**
 * The certificates of a file, each as PEM. Fails with `UnusableAuthorities` if it can't be read, or holds none.
 */
export const readBundle = async ({ path, source }: Bundle): Promise<string[]> => {
  const text = await textUpTo(mostBytes, createReadStream(path)).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableAuthorities(source, path, `can't be read (${error.code})`);
  });
  if (text === undefined) throw new UnusableAuthorities(source, path, 'is longer than 16 MiB');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new UnusableAuthorities(source, path, 'contains no PEM certificate');
  const faulty = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (faulty >= 0)
    throw new UnusableAuthorities(source, path, `is damaged: its certificate ${faulty + 1} can't be read`);
  return certificates;
};

const mostBytes = 16 * 1024 * 1024;

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
};

/** Node trusts its own authorities only until others are named, so they are named together with those of the file. */
export const trusting = async (
  bundle: Bundle,
  env: Readonly<Record<string, string | undefined>>,
): Promise<tls.SecureContext> => {
  const further = await readBundle(bundle);
  const { minVersion } = safeTls;
  return tls.createSecureContext({ minVersion, ca: [...(await usual(env.NODE_EXTRA_CA_CERTS)), ...further] });
};

/** Later versions of Node list the authorities that they trust; in earlier ones they are its own and those of NODE_EXTRA_CA_CERTS. */
const usual = async (extra: string | undefined): Promise<readonly string[]> => {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  if (getCACertificates) return getCACertificates('default');
  return extra ? [...tls.rootCertificates, ...(await extraAuthorities(extra))] : tls.rootCertificates;
};

/** Node warns about a file that it can't read, and continues without it; so does this. */
const extraAuthorities = async (path: string): Promise<string[]> => {
  try {
    return await readBundle({ path, source: 'NODE_EXTRA_CA_CERTS' });
  } catch (error) {
    if (error instanceof UnusableAuthorities) return [];
    throw error;
  }
};
