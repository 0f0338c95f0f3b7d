/** What the process that speaks to the keyring is asked, as JSON on its stdin. No key is ever in a command line. */
export type Asked =
  | { does: 'read'; entry: string }
  | { does: 'write'; entry: string; value: string }
  | { does: 'remove'; entry: string };

/** What it tells on its stdout. */
export type Told =
  | { value: string | null }
  | { problem: 'not-installed' }
  | { problem: 'failed'; detail: string };
