/** The bytes of JSON's structure. They are plain constants, since AssemblyScript reads this file, too. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openArray = 0x5b;
export const closeArray = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const backslash = 0x5c;
export const lineEnd = 0x0a;
/** All bytes below this one are control characters. */
export const firstPrintable = 0x20;

// What the walker and its caller agree on. These are plain constants, since AssemblyScript reads this file, too.

/** How many bytes are walked over at a time. */
export const windowBytes = 262144;

/** An entry is no longer than 10 MiB. */
export const maxEntryBytes = 10485760;

/** A line that has begun, and what a window adds to it. */
export const outputBytes = maxEntryBytes + 2 * windowBytes;

/** Brackets are open within each other at most so often: a product has two or three, and deeper ones exhaust a program's stack. */
export const maxDepth = 100;

// The lexemes that the walker treats in its own way; `lexemes.ts` has the others.

/** None: the byte is one of the structure. */
export const noLexeme = 0;
/** Within a string, between two characters. */
export const inText = 1;
/** From this one on, a lexeme may end before the next byte. */
export const firstComplete = 32;
/** What the table has for a byte that does not continue a lexeme. */
export const broken = 255;

// What to do at a byte besides going to the next state: the action, which is beside that state in the table of steps.

export const goOn = 0;
/** A string, a number or a word begins. */
export const beginLexeme = 1;
export const dropSpace = 2;
export const openBracket = 3;
export const closeBracket = 4;
export const nextEntry = 5;

// These are left to the caller: the walker stops before the byte.

/** The array's first byte, or one of a byte order mark, or what is no array. */
export const begin = 6;
export const end = 7;
export const unexpected = 8;
/** An entry that ends is longer than allowed. */
export const longEntry = 9;
/** More brackets are open than allowed. */
export const deepEntry = 10;
