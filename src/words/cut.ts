/** A text of at most `most` units, cut between characters, with an ellipsis where it was longer. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
