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
    const came = entries === undefined ? `${bytes} bytes` : `${bytes} bytes with ${entries} whole entries`;
    super(`the feed was cut short after ${came}: ${reason}`);
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
  ) {
    super(`${host} answered the request for the feed with status ${status}`);
  }
}

/** The file's host gave no answer. `host` is scheme and host, `code` the system's or the library's. */
export class FeedHostUnreachable extends Error {
  override name = 'FeedHostUnreachable';
  constructor(
    readonly host: string,
    readonly code: string,
  ) {
    super(`${host}, which holds the feed, gave no answer (${code})`);
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
