import { type Bundle, readBundle } from '../network/authorities.ts';
import type { HttpProxy } from '../network/proxy.ts';
import type { Io } from '../terminal/io.ts';
import { type Finding, failed, ok } from './finding.ts';

/** Whether there is a proxy on the way to a URL, and who says so. Its user and password are not shown. */
export const proxyFinding = (url: URL, proxy: HttpProxy | undefined, { env }: Io): Finding => {
  if (proxy) {
    const as = proxy.authorization === undefined ? '' : ', with a user and password';
    return ok('proxy', `${proxy.host}${as}, from ${proxy.variable}`);
  }
  const named = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => env[name]);
  return ok('proxy', named ? `none on the way to ${url.host}, though ${named} is set` : 'none');
};

/** Whom this machine trusts beside Node's own authorities. */
export const authoritiesFinding = async (bundle: Bundle | undefined, { env }: Io): Promise<Finding> => {
  const check = 'authorities';
  const extra = env.NODE_EXTRA_CA_CERTS;
  const files = [bundle, extra ? { path: extra, source: 'NODE_EXTRA_CA_CERTS' } : undefined];
  const said: string[] = [];
  for (const file of files)
    if (file)
      try {
        said.push(`${(await readBundle(file)).length} in ${file.path}, from ${file.source}`);
      } catch (error) {
        return failed(check, error);
      }
  return ok(check, said.length > 0 ? `those of Node, and ${said.join(', and ')}` : 'those of Node');
};
