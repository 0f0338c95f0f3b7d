import { posix } from 'node:path';
import { firstOf } from '../words/counted.ts';
import { Archive } from './archive.ts';
import { formatOf, withoutEscapes } from './cell.ts';
import { readAll } from './elements.ts';
import { SharedTexts } from './texts.ts';
import { maxListed, maxRowText, UnreadableWorkbook } from './unreadable-workbook.ts';

interface Sheet {
  name: string;
  isHidden: boolean;
  part: string;
}

/** One sheet of a workbook, and what all of its sheets share. */
export interface Workbook {
  path: string;
  /** The name of the file in messages. */
  called: string;
  sheet: Sheet;
  /** The names of the other sheets that are not hidden. */
  others: readonly string[];
  texts: SharedTexts;
  /** By the number of a style; undefined if it shows a number as it is. */
  formats: readonly (string | undefined)[];
  /** The workbook asks to be computed when it is opened: a 0 may stand for a value that was never computed. */
  awaitsComputing: boolean;
  /** Complete once the rows of the sheet were read. */
  hiddenRows: number;
}

interface Reference {
  id: string;
  type: string;
  part: string;
}

export const isTrue = (attribute = ''): boolean => attribute === '1' || attribute === 'true';

/**
 * Opens the sheet of that name, or the first that is not hidden: nobody has looked at a hidden one. Throws `UnreadableWorkbook`.
 * Nothing outside the file is read, even if it is referred to.
 */
export const openWorkbook = async (path: string, called: string, named?: string): Promise<Workbook> => {
  const archive = await Archive.open(path, called);
  try {
    const foreign = foreignForm(archive);
    if (foreign !== undefined) throw new UnreadableWorkbook(called, foreign);
    const book = (await references(archive, '')).find(({ type }) => type === 'officeDocument');
    if (book === undefined) throw new UnreadableWorkbook(called, 'it is a zip archive, and no workbook');
    const within = await references(archive, book.part);
    const { sheets, awaitsComputing } = await sheetsOf(archive, book.part, within);
    const sheet = chosenSheet(sheets, called, named);
    const partOf = (type: string) => within.find((reference) => reference.type === type)?.part;
    const visible = sheets.filter((other) => other !== sheet && !other.isHidden);
    return {
      path,
      called,
      sheet,
      others: visible.map(({ name }) => name),
      texts: await textsOf(archive, partOf('sharedStrings')),
      formats: await formatsOf(archive, partOf('styles')),
      awaitsComputing,
      hiddenRows: 0,
    };
  } finally {
    archive.close();
  }
};

/** The kind of another zip archive, and how to save it as a workbook. */
const foreignForm = (archive: Archive): string | undefined => {
  if (archive.has('xl/workbook.bin')) return 'it is a binary workbook (.xlsb): save it as .xlsx';
  if (archive.has('content.xml') && archive.has('mimetype'))
    return 'it is an OpenDocument file (.ods): save it as .xlsx or CSV';
  for (const name of archive.names())
    if (name.endsWith('.iwa') || name === 'index.zip')
      return 'it is a file of Numbers: export it as Excel (.xlsx) or CSV';
  return archive.has('word/document.xml') ? 'it is a text document' : undefined;
};

const references = async (archive: Archive, of: string): Promise<Reference[]> => {
  const slash = of.lastIndexOf('/') + 1;
  const folder = of.slice(0, slash);
  const part = `${folder}_rels/${of.slice(slash)}.rels`;
  const found: Reference[] = [];
  if (!archive.has(part)) return found;
  await readAll(archive, part, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External' || found.length >= maxListed) return;
      found.push({
        id: Id,
        type: Type.slice(Type.lastIndexOf('/') + 1),
        part: posix.resolve('/', folder, Target).slice(1),
      });
    },
  });
  return found;
};

const sheetsOf = async (
  archive: Archive,
  part: string,
  within: readonly Reference[],
): Promise<{ sheets: Sheet[]; awaitsComputing: boolean }> => {
  const sheets: Sheet[] = [];
  let awaitsComputing = false;
  await readAll(archive, part, {
    open(element, { name = '', state, fullCalcOnLoad, ...others }) {
      if (element === 'calcPr') awaitsComputing = isTrue(fullCalcOnLoad);
      if (element !== 'sheet' || sheets.length >= maxListed) return;
      const [, id] = Object.entries(others).find(([attribute]) => /^(?:\w+:)?id$/.test(attribute)) ?? [];
      const reference = within.find((one) => one.id === id && one.type === 'worksheet');
      // A sheet that is only a diagram has no rows.
      if (reference)
        sheets.push({
          name: withoutEscapes(name),
          isHidden: state !== undefined && state !== 'visible',
          part: reference.part,
        });
    },
  });
  return { sheets, awaitsComputing };
};

export const quotedNames = (names: readonly string[]): string =>
  firstOf(
    names.map((name) => `"${name}"`),
    20,
  );

const chosenSheet = (sheets: readonly Sheet[], called: string, named: string | undefined): Sheet => {
  const fold = (name: string) => name.trim().normalize().toLowerCase();
  const sheet =
    named === undefined
      ? sheets.find(({ isHidden }) => !isHidden)
      : (sheets.find(({ name }) => name === named) ?? sheets.find(({ name }) => fold(name) === fold(named)));
  if (sheet !== undefined) return sheet;
  const names = quotedNames(sheets.map(({ name }) => name));
  if (named !== undefined)
    throw new UnreadableWorkbook(called, `it has no sheet "${named}"; there are ${names}`);
  throw new UnreadableWorkbook(
    called,
    sheets.length === 0
      ? 'it has no sheet of cells'
      : `${sheets.length === 1 ? 'its only sheet is' : 'all its sheets are'} hidden, and read only with --sheet: ${names}`,
  );
};

const textsOf = async (archive: Archive, part: string | undefined): Promise<SharedTexts> => {
  const texts = new SharedTexts(archive.called);
  if (part === undefined || !archive.has(part)) return texts;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await readAll(archive, part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text(piece) {
      if (isText) text += piece;
      if (text.length > maxRowText)
        throw new UnreadableWorkbook(archive.called, 'it has a text that is longer than any may be');
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name === 'si') texts.add(withoutEscapes(text));
    },
  });
  return texts;
};

const formatsOf = async (archive: Archive, part: string | undefined): Promise<(string | undefined)[]> => {
  const formats: (string | undefined)[] = [];
  if (part === undefined || !archive.has(part)) return formats;
  const own = new Map<number, string>();
  let isOfCells = false;
  await readAll(archive, part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt' && own.size < maxListed) own.set(Number(numFmtId), formatCode ?? '');
      if (name === 'xf' && isOfCells && formats.length < maxListed)
        formats.push(formatOf(Number(numFmtId), own));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
};
