/**
 * A text as a URL, undefined where it is none. `URL.canParse` would not do: once Node 20 and 22 have compiled a caller of it,
 * which they do when it was called some thousand times, it denies every host that has an ü or an é in it.
 */
export const asUrl = (text: string, base?: URL): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
