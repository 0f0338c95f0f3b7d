/** The most that the headers of an answer may take: as much as Node allows. Not told, undici loads node:http to ask it. */
export const maxHeaderBytes = 16 * 1024;
