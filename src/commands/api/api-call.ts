import { resolve } from 'node:path';
import { badAnswer } from '../../failure/kinds.ts';
import { systemReason } from '../../files/file-error.ts';
import { namedBytes, textUpTo } from '../../files/named-bytes.ts';
import type { WireRequest } from '../../http/request.ts';
import type { WireAnswer } from '../../http/sending.ts';
import { asWritten, NestedTooDeep, notTooDeep, parsedJson, parseJson } from '../../json/exact.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { formats } from '../../terminal/formats.ts';
import type { Io } from '../../terminal/io.ts';
import type { Result } from '../../terminal/results.ts';
import { stringify } from '../../terminal/write-json.ts';

/** The parts of a request: its fields, or the file with its body. */
interface RequestFlags {
  method: string;
  path: string;
  field: readonly (readonly [name: string, value: unknown])[] | undefined;
  input: string | undefined;
}

/** The request as the client sends it, to the service of `baseUrl`. Fields are the query with GET, else the body. */
export const requestOf = async (
  { method, path: typedPath, field: fields = [], input }: RequestFlags,
  baseUrl: string,
  io: Io,
): Promise<WireRequest> => {
  const path = pathBehind(typedPath, baseUrl);
  if (method === 'GET' && fields.length > 0) {
    const query = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : stringify(asWritten(value)),
      ]),
    );
    return { method, path: `${path}${path.includes('?') ? '&' : '?'}${query}` };
  }
  const body = input === undefined ? undefined : await readBody(input, io);
  const sent = body ?? (fields.length > 0 ? stringify(asWritten(Object.fromEntries(fields))) : undefined);
  return { method, path, ...(sent === undefined ? {} : { body: sent }) };
};

/** The path after the base URL. A full URL is accepted if it belongs to the profile's service: its credentials go nowhere else. */
const pathBehind = (path: string, baseUrl: string): string => {
  const base = new URL(baseUrl);
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//');
  const url = new URL(whole ? path : `http://path/${path.replace(/^\/+/, '')}`, base);
  if (!whole) return `${url.pathname}${url.search}`;
  const prefix = base.pathname.replace(/\/$/, '');
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
    throw new UsageError([
      { name: 'PATH', message: `leads away from ${baseUrl}; the credentials go only there` },
    ]);
  return `${url.pathname.slice(prefix.length)}${url.search}`;
};

/** The body of a request from a file, or from stdin with `-`. It must be JSON, and goes out as it is. */
const readBody = async (from: string, io: Io): Promise<string> => {
  const body = await namedText('--input', from, mostBytes, io);
  if (parsedJson(body) === undefined)
    throw new UsageError([
      { name: '--input', message: `must be JSON, which ${from === '-' ? 'stdin' : from} is not` },
    ]);
  return body;
};

const mostBytes = 64 * 1024 * 1024;

/** An answer of any form, unchanged. */
export const answerResult = (
  { body, headers }: WireAnswer,
  { method, path }: WireRequest,
  invocation: Invocation,
): Result => {
  const mustBeJson = body !== '' && /[/+](?:json|html)\b/i.test(headers['content-type'] ?? '');
  const { json } = formats[invocation.format()];
  const problem = method === 'GET' && mustBeJson && json ? jsonProblem(body) : undefined;
  if (problem !== undefined)
    throw badAnswer(
      `the answer to ${method} ${path.replace(/\?.*/s, '')} ${problem}`,
      'To print it as it came: -o table',
    );
  return {
    kind: 'document',
    text: body === '' || body.endsWith('\n') ? body : `${body}\n`,
    value: () => parsedAnswer(body),
  };
};

/** Why an answer is not printed as JSON, as what follows it. */
const jsonProblem = (text: string): string | undefined => {
  try {
    JSON.parse(notTooDeep(text));
    return undefined;
  } catch (error) {
    return error instanceof NestedTooDeep ? error.message : 'is not JSON';
  }
};

/** An answer as a value with all digits of its numbers; undefined if it is not JSON, or nests too deep. */
const parsedAnswer = async (body: string): Promise<unknown> => {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
};

const mebibyte = 1024 * 1024;

/** The text of the file that a flag or argument names, or of stdin for `-`: at most so many bytes, or it is a fault of that name. */
const namedText = async (name: string, file: string, most: number, io: Io): Promise<string> => {
  const bytes = file === '-' ? io.stdin : namedBytes(resolve(io.cwd, file), io.interruption);
  const text = await textUpTo(most, bytes).catch((error: unknown) => {
    io.interruption.throwIfAborted();
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new UsageError([{ name, message: `can't be read from ${file}: ${reason}` }]);
  });
  if (text === undefined)
    throw new UsageError([{ name, message: `must be at most ${most / mebibyte} MiB long` }]);
  return text;
};
