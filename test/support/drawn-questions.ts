/** How a terminal is asked to mark a paste: it begins, and ends, a question. */
const begins = '\u001b[?2004h';
const ends = '\u001b[?2004l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what moves a cursor, erases a line, hides the cursor.
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const erasesBefore = /^(?:\u001b\[\d*[ABGK])+/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const marks = /(?=\u001b\[\?2004[hl])/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const erasedLines = /[^\n]*\r(?:[^\n\r]*?)\u001b\[K/g;

/** The first line of what stands below a question: what is wrong with an answer, or the first choice. */
const below = /^(?:> |❯ | {2}\S)/;

/**
 * Reads what is drawn on a terminal as somebody sees it: a question once, as it stands when it is answered, with the answer behind
 * it and what was wrong with the last one before it; all else as it is written, but for a line that is redrawn and erased. `isAsked`
 * says whether the last that was drawn waits for an answer.
 */
export const drawnQuestions = (show: (text: string) => void) => {
  let frame = '';
  let isDrawing = false;
  let wasAnswered = false;
  let last = '';
  /** What stands on the last line: it may be erased. */
  let open = '';
  const flush = () => {
    if (open !== '') show(open);
    open = '';
  };
  const print = (text: string) => {
    // A long line that nothing erases is not searched.
    const all = text.includes('\r') ? (open + text).replace(erasedLines, '') : open + text;
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) show(all.slice(0, end));
    open = all.slice(end);
  };
  const isWrong = () => /\n> /.test(frame);
  const draw = (text: string) => {
    const drawn = text.replace(sequences, '');
    if (drawn.trim() === '') return;
    frame = erasesBefore.test(text) || frame === '' ? drawn : frame + drawn;
  };
  const shown = (answer: string) => {
    const lines = frame.trimEnd().split('\n');
    const at = lines.findIndex((line) => below.test(line));
    const drawn = lines
      .slice(0, at < 0 ? undefined : at)
      .join('\n')
      .trimEnd();
    // What was typed before stands there still, until the next answer takes its place.
    const question = last !== '' && drawn.endsWith(` ${last}`) ? drawn.slice(0, -last.length - 1) : drawn;
    const rest = at < 0 ? [] : lines.slice(at);
    const asked = `${question}${answer === '' ? '' : ` ${answer}`}`;
    return [...(isWrong() ? [...rest, asked] : [asked, ...rest]), ''].join('\n');
  };
  return {
    write(text: string): void {
      for (const piece of text.split(marks)) {
        if (piece.startsWith(begins)) {
          flush();
          [frame, isDrawing, wasAnswered, last] = ['', true, false, ''];
          draw(piece.slice(begins.length));
        } else if (piece.startsWith(ends)) {
          if (isDrawing && frame !== '' && (!wasAnswered || isWrong())) show(shown(''));
          isDrawing = false;
          print(piece.slice(ends.length).replace(sequences, ''));
        } else if (isDrawing) draw(piece);
        else print(piece);
      }
    },
    /** Shows what stands on the last line, which nothing erases any more. */
    flush,
    isAsked: (): boolean => isDrawing && frame !== '' && (!wasAnswered || isWrong()),
    /** What is typed to give an answer; it takes the place of what was typed before. */
    answer(text: string): string {
      const erasing = last === '' ? '' : '\u0015';
      show(shown(frame.endsWith('(not shown): ') ? '' : text));
      wasAnswered = true;
      last = text;
      return `${erasing}${text}\r`;
    },
  };
};
