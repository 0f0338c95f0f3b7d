import type { CallToolResult } from '@modelcontextprotocol/server';
import { tooLarge } from '../failure/kinds.ts';
import { escapeControls, escapeControlsInLines } from '../terminal/escape-controls.ts';
import { counted, cut } from '../words/counted.ts';
import type { Tool, ToolResult } from './tool.ts';
import { errorJson } from './tool-line.ts';
import { dataNote } from './tool-schemas.ts';

const mostBytes = 1024 ** 2;

/** Reserved for the notice about left-out entries. */
const room = 1024;

type Fields = Readonly<Record<string, unknown>>;

/** The answer of a tool, as the client gets it. */
export const resultOf = (tool: Tool, args: unknown, { result, error }: ToolResult): CallToolResult => {
  const fitting = result && bounded(tool, args as Fields, visible(result) as Fields);
  const tooMuch = `the result of ${tool.name} is larger than 1 MiB, which is more than a result may say`;
  const failure = error ?? (result && !fitting ? errorJson(tooLarge(tooMuch, tool.more)) : undefined);
  const content = fitting ?? { error: visible(shorten(failure)), note: dataNote };
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    ...(fitting && { structuredContent: { ...fitting } }),
    ...(failure && { isError: true }),
  };
};

/** Escapes characters that do not show, or that show elsewhere than they stand: a model reads what no person would see. */
const visible = (value: unknown): unknown => {
  if (typeof value === 'string') return escapeControlsInLines(value);
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [escapeControls(name), visible(one)]));
};

/** An error may quote the input or the service. The beginning of each text and list fits into 1 MiB. */
const shorten = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value, longestText);
  if (Array.isArray(value)) return value.slice(0, mostOfList).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorten(one)]));
};

/** A character may become an escape of six, twice as long for a second half. */
const longestText = 2_000;
const mostOfList = 50;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Cuts the longest list of a result that is too large. Undefined if that is not enough. */
const bounded = ({ more }: Pick<Tool, 'more'>, args: Fields, result: Fields): Fields | undefined => {
  if (bytesOf(result) <= mostBytes) return result;
  const [name, list] = Object.entries(result)
    .filter((entry): entry is [string, unknown[]] => entry[0] !== 'notices' && Array.isArray(entry[1]))
    .reduce((one, other) => (bytesOf(other[1]) > bytesOf(one[1]) ? other : one), ['', []]);
  let left = mostBytes - room - bytesOf({ ...result, [name]: [] });
  const end = list.findIndex((item) => {
    left -= bytesOf(item) + 1;
    return left < 0;
  });
  if (end < 0) return undefined;
  // The cursor would pass over the left-out entries.
  const { next: _, notices = [], ...rest } = result;
  const leftOut = list.length - end;
  const notice = `${leftOut} of ${counted(list.length, 'entry', 'entries')} of ${name} ${leftOut === 1 ? 'is' : 'are'} left out: a result may say 1 MiB. ${more}`;
  const cut = {
    ...rest,
    [name]: list.slice(0, end),
    notices: [...(notices as string[]), notice],
    ...('total' in result ? { nextOffset: Number(args.offset ?? 0) + Math.max(1, end) } : {}),
    ...(name === 'rows' && !('total' in result)
      ? { rowsLeftOut: Number(result.rowsLeftOut ?? 0) + leftOut }
      : {}),
  };
  return bytesOf(cut) <= mostBytes ? cut : undefined;
};
