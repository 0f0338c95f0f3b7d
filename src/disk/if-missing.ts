/** For a promise about a file: what it gives in place of the error that there is no such file. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };

/** The same for whatever the system has against it. */
export const ifRefused =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.errno === undefined) throw error;
    return instead;
  };
