import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY keeps a URL from the proxy. The list is parted by commas or blanks and may hold `*`, a host (which stands
 * for those below it, too, with or without a dot before it), a host with a port, an address, and a network: `10.0.0.0/8`.
 */
export const isExempt = ({ hostname, port, protocol }: URL, list: string): boolean => {
  const host = withoutBrackets(hostname);
  const itsPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => fits(entry, host, itsPort));
};

const fits = (entry: string, host: string, port: string): boolean => {
  if (entry === '*') return true;
  if (entry.includes('/')) return isWithin(entry, host);
  // An address of IPv6 has colons of its own.
  const [, name = entry, itsPort] = isIP(entry) ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
  if (itsPort !== undefined && itsPort !== port) return false;
  const wanted = withoutBrackets(name.replace(/^\*?\./, ''));
  return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
};

const isWithin = (network: string, host: string): boolean => {
  const family = isIP(host);
  const [address = '', bits = ''] = network.split('/');
  if (family === 0 || isIP(address) !== family) return false;
  if (!/^\d+$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(bits), type);
  return list.check(host, type);
};

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
