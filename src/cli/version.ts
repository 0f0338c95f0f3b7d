import { version as packageVersion } from '../../package.json';

/** The version of this tool. */
export const version: string = packageVersion;
