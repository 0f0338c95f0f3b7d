import type { ConnectionFacts } from '../network/errors.ts';

/** The feed ended early: so many bytes and whole entries came, and then no more. Trying again may help. */
export class FeedCut extends Error {
  override name = 'FeedCut';
  constructor(
    /** Why it ended, as a clause: `the connection was lost`. */
    readonly reason: string,
    readonly bytes: number,
    /** Known only where the entries were being counted. */
    readonly entries?: number,
  ) {
    const whole =
      entries === undefined ? '' : ` with ${entries} whole ${entries === 1 ? 'entry' : 'entries'}`;
    super(`the feed was cut short after ${bytes} bytes${whole}: ${reason}`);
  }
}

/** What came is whole, as far as one can tell, and is not one JSON array. Nothing of its contents is quoted. */
export class NotAFeed extends Error {
  override name = 'NotAFeed';
  constructor(
    /** What is wrong, as a clause: `it is an HTML or XML page`. */
    readonly problem: string,
    /** Byte of the file, and number of the entry, each 1 first. */
    readonly at: { byte?: number; entry?: number } = {},
  ) {
    super(`the feed is not one JSON array of products: ${problem}`);
  }
}

/** The system lets this process reserve too little address space to judge a feed. */
export class TooLittleAddressSpace extends Error {
  override name = 'TooLittleAddressSpace';
  constructor(options: ErrorOptions) {
    super('this process may not reserve the address space that a feed takes', options);
  }
}

/** The link, or a redirect it led to, must not be followed. `host` is scheme and host, where there is a host. */
export class FeedLinkRefused extends Error {
  override name = 'FeedLinkRefused';
  constructor(
    /** What is wrong, as a clause: `it is not an https link`. */
    readonly problem: string,
    readonly host?: string,
  ) {
    super(`the feed's link${host ? ` to ${host}` : ''} was not followed: ${problem}`);
  }
}

/** The file's host answered, with another status than 200: the link may have expired. `host` is scheme and host. */
export class FeedHostRefused extends Error {
  override name = 'FeedHostRefused';
  constructor(
    readonly status: number,
    readonly host: string,
    /** When the host asked to be asked again, in milliseconds. */
    readonly retryAfterMs?: number,
  ) {
    super(`${host} answered the request for the feed with status ${status}`);
  }
}

/** The file's host gave no answer. `host` is scheme and host, the facts say why. */
export class FeedHostUnreachable extends Error {
  override name = 'FeedHostUnreachable';
  constructor(
    readonly host: string,
    readonly facts: ConnectionFacts,
  ) {
    super(`${host}, which holds the feed, gave no answer: ${facts.detail}`);
  }
}

/** The download crawled, and was given up. */
export class FeedTooSlow extends Error {
  override name = 'FeedTooSlow';
  constructor(
    readonly bytesPerSecond: number,
    readonly seconds: number,
  ) {
    super(`the feed came at less than ${bytesPerSecond} bytes a second for ${seconds} s`);
  }
}

/** A feed file on this machine can't be read. */
export class UnreadableFeedFile extends Error {
  override name = 'UnreadableFeedFile';
  constructor(
    readonly path: string,
    /** Why, as a clause: `it does not exist`. */
    readonly reason: string,
  ) {
    super(`cannot read ${path}: ${reason}`);
  }
}

/** A feed file on this machine is cut short, or no feed at all; the cause says which. */
export class BrokenFeedFile extends Error {
  override name = 'BrokenFeedFile';
  constructor(
    readonly path: string,
    override readonly cause: FeedCut | NotAFeed,
  ) {
    super(`${path}: ${cause.message}`);
  }
}

/** The entries of a feed can't be told apart: it would look as if every product had come or gone. */
export class NoProductIDs extends Error {
  override name = 'NoProductIDs';
  constructor(readonly which: 'older' | 'newer') {
    super(`no entry of the ${which} feed has a productID, by which products are compared`);
  }
}

/** A field that was to be compared is not documented, and no product of the older feed has it. */
export class UnknownField extends Error {
  override name = 'UnknownField';
  constructor(
    readonly field: string,
    /** The documented fields. */
    readonly known: readonly string[],
  ) {
    super(`'${field}' is no documented field of a product, and no product of the older feed has it`);
  }
}

/** The connection broke after bytes had been passed on, and the host then offered another file. */
export class FeedChanged extends Error {
  override name = 'FeedChanged';
  constructor(readonly bytes: number) {
    super(`the feed was replaced by another one while it was downloaded, after ${bytes} bytes`);
  }
}

/** No feed is kept on this machine, and the network was not to be used. */
export class NoCachedFeed extends Error {
  override name = 'NoCachedFeed';
  constructor() {
    super('no feed is kept on this machine yet');
  }
}

/** The directory in which feeds are kept can't be used, or stopped taking what was written. */
export class FeedCacheUnusable extends Error {
  override name = 'FeedCacheUnusable';
  constructor(
    readonly path: string,
    /** Why, as a clause: `the disk is full`. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`no feed can be kept in ${path}: ${reason}`, options);
  }
}

/** Another process is downloading the feed, and its download stands still. */
export class FeedBusy extends Error {
  override name = 'FeedBusy';
  constructor() {
    super('another process is downloading the feed, and its download stands still');
  }
}

/** The link was asked for as often as the service allows in a minute, by all processes together. */
export class LinkBudgetSpent extends Error {
  override name = 'LinkBudgetSpent';
  constructor(
    readonly requestsPerMinute: number,
    /** How long until the next request may be made. */
    readonly waitMs: number,
  ) {
    super(`the feed's link was asked for ${requestsPerMinute} times within a minute, which is all it may be`);
  }
}
