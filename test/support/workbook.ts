import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { contentTypes, fileReferences, sheetReferences, styles, workbook } from '../../src/sheets/parts.ts';

/** A workbook of another program; the README.md there says how it was made. */
export const madeElsewhere = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`workbooks/${name}`, import.meta.url)));

/** A part of an archive, and what the archive claims of it. */
interface Part {
  content: Buffer | string;
  says?: number;
  sum?: number;
  flags?: number;
}

/** A zip archive of these parts, whose claims may be false. */
export const archive = (parts: Readonly<Record<string, Part | Buffer | string>>): Buffer => {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, said] of Object.entries(parts)) {
    const part: Part = typeof said === 'string' || Buffer.isBuffer(said) ? { content: said } : said;
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(part.flags ?? 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(part.sum ?? crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(part.says ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const central = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\x00'),
      facts,
      Buffer.alloc(14),
      Buffer.from(name),
    ]);
    central.writeUInt32LE(offset, 42);
    offset += local.length;
    files.push(local);
    list.push(central);
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directory, end]);
};

export const sheetPart = 'xl/worksheets/sheet1.xml';

export const sheet = (rows: string, after = ''): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${after}</worksheet>`;

export const textRow = (...texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

export const parts = (sheetXml: string) => ({
  '[Content_Types].xml': contentTypes,
  '_rels/.rels': fileReferences,
  'xl/workbook.xml': workbook('Sheet1'),
  'xl/_rels/workbook.xml.rels': sheetReferences,
  'xl/styles.xml': styles([]),
  [sheetPart]: sheetXml,
});
