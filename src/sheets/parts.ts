import { escaped, type SheetCell } from './cell.ts';

/* The parts of a workbook with one sheet, apart from the sheet's rows. */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const inPackage = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const contentTypes = `${xml}<Types xmlns="${inPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;

const references = (...targets: (readonly [type: string, target: string])[]): string =>
  `${xml}<Relationships xmlns="${inPackage}/relationships">${targets
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export const fileReferences = references(['officeDocument', 'xl/workbook.xml']);
export const sheetReferences = references(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']);

export const workbook = (name: string): string =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const firstFormat = 164;

/** The styles of cells: plain, text, head, and one for each format of numbers. */
export const styles = (formats: readonly string[]): string => {
  const own = formats.map(
    (code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escaped(code)}"/>`,
  );
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const all = [style(0), style(49), style(49, 1), ...formats.map((_, at) => style(firstFormat + at))];
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  return `${xml}<styleSheet xmlns="${main}">${own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : ''}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${all.length}">${all.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
};

/** Of a column, in characters. */
const width = { least: 10, most: 60 };

/**
 * The part before the rows: the head stays in sight, columns are as wide as these first rows need, and input in a column
 * of texts stays text.
 */
export const sheetBegin = (rows: readonly (readonly SheetCell[])[]): string => {
  const columns = new Map<number, { width: number; hasNumbers: boolean }>();
  for (const [line, cells] of rows.entries())
    for (const { column, kind, text } of cells) {
      const known = columns.get(column) ?? { width: width.least, hasNumbers: false };
      columns.set(column, {
        width: Math.min(width.most, Math.max(known.width, text.length + 2)),
        hasNumbers: known.hasNumbers || (line > 0 && kind !== 'text'),
      });
    }
  const cols = [...columns]
    .sort(([one], [other]) => one - other)
    .map(
      ([column, { width, hasNumbers }]) =>
        `<col min="${column}" max="${column}" width="${width}" customWidth="1"${hasNumbers ? '' : ' style="1"'}/>`,
    );
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`;
};

export const sheetEnd = '</sheetData></worksheet>';
