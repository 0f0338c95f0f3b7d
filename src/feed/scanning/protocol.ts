// What the walker and its caller agree on. These are plain constants, since AssemblyScript reads this file, too.

/** How many bytes are walked over at a time: what one read from a socket gives. */
export const windowBytes = 65536;

/** An entry is no longer than 10 MiB. */
export const maxEntryBytes = 10485760;

// What to do at a byte besides going to the next state: the deed, which is beside that state in the table of steps.

export const goOn = 0;
export const passString = 1;
export const dropSpace = 2;
export const openBracket = 3;
export const closeBracket = 4;
export const nextEntry = 5;

// These are left to the caller: the walker stops before the byte.

/** The array's first byte, or one of a byte order mark, or what is no array. */
export const begin = 6;
export const end = 7;
export const unexpected = 8;
/** A line end within a string. */
export const brokenString = 9;
/** An entry that ends is longer than allowed. */
export const longEntry = 10;
