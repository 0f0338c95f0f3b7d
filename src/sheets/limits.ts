/*
 * What a workbook may hold. The first three are those of Excel; the others no honest file meets, and they bound what a hostile
 * one can cost.
 */

export const maxRow = 1_048_576;
export const maxColumn = 16_384;
/** The longest text of a cell, in UTF-16 code units. */
export const maxText = 32_767;

/** How many files the zip archive may list. */
export const maxParts = 10_000;
/** How large a part may be when it is unpacked, in bytes, and how many times its packed size if it is large. */
export const maxUnpacked = 1.5 * 1024 ** 3;
export const mostTimes = 200;
export const large = 64 * 1024 ** 2;
/** How many elements a part may have: a quarter more than all rows of a sheet with 12 texts each. */
export const maxElements = 48_000_000;
/** How many of a sheet may be about nothing: cells in which nothing stands, and whatever else is no row, cell or value. */
export const maxIdle = 8_000_000;
/** How deep elements may be nested, and how many characters may come between two of them. */
export const maxNesting = 64;
export const maxBetween = 2 * 1024 ** 2;
/** How many bytes the texts that its cells share may have together; all are kept in memory. */
export const maxShared = 128 * 1024 ** 2;
/** How long the texts of a row may be together, in UTF-16 code units. */
export const maxRowText = 1024 ** 2;
/** How many sheets and number formats are kept. */
export const maxListed = 100_000;
