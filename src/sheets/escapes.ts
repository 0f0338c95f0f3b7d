/** How a text of a workbook says a character that XML can't hold: `_x000D_`. */
const said = /_x([0-9a-f]{4})_/gi;

/** The text that a workbook means. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(said, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for an element or an attribute of a workbook, which reads as exactly that text again. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (sign) => special[sign] as string);
