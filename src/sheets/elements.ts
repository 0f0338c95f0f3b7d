import { SaxesParser } from 'saxes';
import type { Archive } from './archive.ts';
import { clauseOf, maxBetween, maxElements, maxNesting, UnreadableWorkbook } from './unreadable-workbook.ts';

/** Called with the elements of a part, in their order. Names have no prefixes. */
interface ElementHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part as XML, and yields after each chunk, so that the caller can take what the handler has gathered. A document type is
 * refused, so no entity is expanded but the five of XML itself.
 */
export async function* readElements(
  archive: Archive,
  part: string,
  handler: ElementHandler,
): AsyncGenerator<void> {
  const wrong = (why: string) => new UnreadableWorkbook(archive.called, `its part ${part} ${why}`);
  const parser = new SaxesParser({ position: false });
  let count = 0;
  let depth = 0;
  let between = 0;
  parser.on('error', (error) => {
    throw wrong(`is not well-formed (${clauseOf(error)})`);
  });
  parser.on('doctype', () => {
    throw wrong('has a document type, which no workbook has');
  });
  parser.on('opentag', ({ name, attributes }) => {
    between = 0;
    count += 1;
    if (count > maxElements)
      throw wrong(`has more than ${maxElements} elements, as no workbook of rows does`);
    depth += 1;
    if (depth > maxNesting) throw wrong(`is nested deeper than ${maxNesting} levels`);
    handler.open(localName(name), attributes as Record<string, string>);
  });
  const text = (piece: string) => {
    between = 0;
    handler.text?.(piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    between = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw wrong('is not written in UTF-8');
    }
  };
  for await (const bytes of archive.bytes(part)) {
    between += bytes.length;
    if (between > maxBetween) throw wrong('has a cell that is longer than any may be');
    parser.write(decoded(bytes));
    yield;
  }
  parser.write(decoded()).close();
  yield;
}

export const readAll = async (archive: Archive, part: string, handler: ElementHandler): Promise<void> => {
  for await (const _ of readElements(archive, part, handler));
};
