import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { bareHost } from './url.ts';

/** Where an address leads: anywhere, into a private network, to a neighbour on the same link, or to this machine. */
const reaches = ['anywhere', 'private', 'link', 'machine'] as const;
export type Reach = (typeof reaches)[number];

const networks: Readonly<Record<Exclude<Reach, 'anywhere'>, readonly (readonly [string, number])[]>> = {
  machine: [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['::', 128],
    ['::1', 128],
  ],
  link: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  private: [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    // Multicast and reserved addresses hold no file either.
    ['224.0.0.0', 3],
    ['fc00::', 7],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
};

// An IPv4 address within one of IPv6 leads where it does itself. BlockList knows the form ::ffff:10.0.0.1 alone.
const embeddings = ['::', '64:ff9b::'];

const listOf = (reach: Exclude<Reach, 'anywhere'>): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks[reach])
    if (isIP(address) === 6) list.addSubnet(address, bits, 'ipv6');
    else {
      list.addSubnet(address, bits, 'ipv4');
      for (const prefix of embeddings) list.addSubnet(`${prefix}${address}`, 96 + bits, 'ipv6');
    }
  return list;
};

let lists: (readonly [Reach, BlockList])[] | undefined;

/** Where an IP address leads, with or without brackets. */
export const reachOf = (address: string): Reach => {
  lists ??= (['machine', 'link', 'private'] as const).map((reach) => [reach, listOf(reach)] as const);
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  const type = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  return lists.find(([, list]) => list.check(bare, type))?.[0] ?? 'anywhere';
};

/** Where a URL's host leads as far as its name says; undefined if only the name service knows. */
export const reachByName = (hostname: string): Reach | undefined => {
  if (/^(.+\.)?localhost\.?$/.test(hostname)) return 'machine';
  return isIP(bareHost({ hostname })) === 0 ? undefined : reachOf(hostname);
};

/**
 * Where a URL's host leads: to the farthest of its addresses, since whoever owns the name may add nearer ones; or anywhere if
 * the name service does not know it.
 */
export const reachOfHost = async (hostname: string): Promise<Reach> => {
  const named = reachByName(hostname);
  if (named !== undefined) return named;
  const found = await lookup(hostname, { all: true }).catch(() => []);
  const all = found.map(({ address }) => reachOf(address));
  return reaches.find((reach) => all.includes(reach)) ?? 'anywhere';
};

/** Whether one leads to a smaller circle than the other. */
export const isNearer = (one: Reach, other: Reach): boolean => reaches.indexOf(one) > reaches.indexOf(other);
