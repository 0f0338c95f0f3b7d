/** A text as roff takes it: nothing in it is an instruction, hyphens are such as can be typed, and all of it is ASCII. */
export const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^[.']/gm, '\\&$&')
    .replace(/[^ -~\n]/gu, (character) => `\\[u${codeOf(character)}]`);

const codeOf = (character: string): string =>
  (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');

/** Bold, for what is typed as it stands. */
export const bold = (text: string): string => `\\fB${roff(text)}\\fR`;

/** Italic, for what stands in place of something. */
export const italic = (text: string): string => `\\fI${roff(text)}\\fR`;

export const section = (title: string): string => `.SH "${title}"`;

export const subsection = (title: string): string => `.SS "${roff(title)}"`;

export const paragraph = (text: string): string => `.PP\n${text}`;

/** Terms with their meanings below, both ready to print. */
export const terms = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n${term}\n${meaning}`).join('\n');

/** Lines that stay as they are. */
export const verbatim = (lines: readonly string[]): string =>
  `.PP\n.RS 4\n.nf\n${lines.map(roff).join('\n')}\n.fi\n.RE`;
