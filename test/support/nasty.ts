import { Terminal } from '@xterm/headless';
import { widthOf } from '../../src/terminal/width.ts';

const family = '👩‍👩‍👧‍👦';

/** Texts that act on the screen of whoever reads them. */
export const nasty: Readonly<Record<string, string>> = {
  'a colour': '\u001b[31mred\u001b[0m',
  'a cleared screen': '\u001b[2J\u001b[Hgone',
  'the clipboard (OSC 52)': '\u001b]52;c;cm0gLXJmIH4=\u0007',
  'a link (OSC 8)': '\u001b]8;;https://evil.example\u001b\\Second Meadow\u001b]8;;\u001b\\',
  'the window title': '\u001b]0;root@shop\u0007',
  'a device that answers': '\u001b[c\u001b[6n\u001bP$q"p\u001b\\',
  'one-byte controls (C1)': '\u009b2J\u009d0;title\u009c\u0090q\u0085',
  'NUL, BEL, BS, DEL': 'a\u0000b\u0007c\b\b\b\u007f',
  'a line that starts over': 'refused\rapplied',
  'several lines': 'first\nsecond\r\nError: nothing is wrong\u2028third\u2029fourth\u000bfifth\u000csixth',
  tabs: 'a\tb\t\tc',
  'text turned round': 'invoice\u202efdp.exe\u202c and \u2067isolated\u2069 \u061c\u200e\u200f',
  'nothing to be seen': 'a\u200bb\u200cc\u2060d\ufeffe\u00adf\u180eg\u3164',
  'hidden tag letters': 'plain\u{e0001}\u{e0069}\u{e0067}\u{e007f}',
  'halves of characters': 'a\ud83db\ude00c',
  'a tower of accents': `Z${'\u0301\u0336\u035f'.repeat(40)}algo`,
  'a family, joined': `${family} ${family}${family}`,
  'a joiner that joins nothing': '👩\u200d a\u200db',
  'flags and keys': '🇫🇷🇩🇪🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🏳️‍🌈 ☎︎',
  'wide characters': 'シルクのスカーフ、九十センチ、赤、新品同様、箱付き',
  'right to left': 'מעיל צמר כחול - معطف صوف أزرق',
  'a long word': 'x'.repeat(3000),
  'many words': 'resale listings list `resale` '.repeat(40),
};

/** What must not reach a screen, save a joiner within an emoji, and tag letters in a region's flag. */
const harmful =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})|\u{e0001}/u;

/**
 * Whether a line is meant to be copied, and so in one piece however narrow the screen is: a command, or a single word,
 * such as an address. The terminal breaks it, and joins it again when it is copied.
 */
export const isToCopy = (line: string): boolean => /^ *(?:`?resale [a-z-].*|[!-~]+|\S*:\/\/\S*)$/.test(line);

/** The letters that run from right to left in `nasty`. */
const fromTheRight = /[\u0590-\u06ff]/u;

/** A screen without what isolates a phrase from right to left, which takes no room, and acts on nothing beside it. */
export const withoutIsolates = (screen: string): string =>
  screen.replace(/\u2068([\u0590-\u06ff](?:[ '"-]?[\u0590-\u06ff])*)\u2069/gu, '$1');

const actingLines = (screen: string): string[] =>
  withoutIsolates(screen)
    .split('\n')
    .filter((line) => harmful.test(line) || /\p{M}{9}/u.test(line))
    .map((line) => `acts on the terminal: ${JSON.stringify(line)}`);

/** Lines in which a phrase from right to left could move what stands beside it. */
export const unisolatedIn = (screen: string): string[] =>
  screen
    .replace(/\u2068[^\u2068\u2069\n]*\u2069/gu, '')
    .split('\n')
    .filter((line) => fromTheRight.test(line));

/** Lines that act on the terminal, or that are too wide by the tool's own measure. */
export const harmIn = (screen: string, width: number): string[] => [
  ...actingLines(screen),
  ...screen
    .split('\n')
    .filter((line) => widthOf(line) > width && !isToCopy(line))
    .map((line) => `${widthOf(line)} columns wide: ${JSON.stringify(line)}`),
];

// What terminals of today draw in two columns. TypeScript knows this flag only for a later target.
const emoji = new RegExp('\\p{RGI_Emoji}', 'gv' as string);

/**
 * What is wrong with a screen of that width: texts that act on the terminal, and lines that an emulated terminal has to break.
 * Its tables are older than emoji, in whose place it gets other wide characters.
 */
export const harmOn = async (screen: string, width: number): Promise<string[]> => {
  // A document for programs is not broken into lines.
  if (width === Number.POSITIVE_INFINITY) return actingLines(screen);
  // The tables of the emulator give them room.
  const plain = withoutIsolates(screen);
  const lines = plain.split('\n');
  const emulator = new Terminal({
    cols: width,
    // Room for all of it, in wide characters: an emulator makes all its lines at once.
    scrollback: lines.reduce((sum, { length }) => sum + 1 + Math.ceil((2 * length) / width), 0),
    convertEol: true,
    allowProposedApi: true,
  });
  await new Promise<void>((resolve) => emulator.write(plain.replace(emoji, '字'), resolve));
  const { active } = emulator.buffer;
  const isBroken: boolean[] = [];
  for (let row = 0; row < active.length; row++)
    if (active.getLine(row)?.isWrapped) isBroken[isBroken.length - 1] = true;
    else isBroken.push(false);
  emulator.dispose();
  const broken = lines.filter((line, number) => isBroken[number] && !isToCopy(line));
  return [...actingLines(screen), ...broken.map((line) => `too wide: ${JSON.stringify(line)}`)];
};
