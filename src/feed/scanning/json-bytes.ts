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
