import type { IncomingMessage } from 'node:http';
import { mostLevels, nestsTooDeep } from '../../json/exact.ts';
import { Refusal } from '../refusal.ts';
import { keepBody } from '../request-log.ts';

const maxBodyBytes = 1024 * 1024;

/** Receives a JSON body. */
export const receiveJson = async (incoming: IncomingMessage): Promise<Buffer> => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = incoming.headers;
  if (!/^\s*application\/json\s*(;.*)?$/i.test(type))
    throw new Refusal(415, 'A request with a body must carry the header Content-Type: application/json.');
  if (encoding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'A body must be sent without a content encoding.');
  return receiveBody(incoming);
};

/** Receives a body, counting its bytes as they come. */
export const receiveBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // The connection must survive an early end of this loop: the refusal still has to go out on it.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBodyBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    throw new Refusal(400, 'The body was cut short.');
  }
  if (size > maxBodyBytes)
    throw new Refusal(413, `The body is larger than ${maxBodyBytes} bytes.`, { Connection: 'close' });
  const body = Buffer.concat(chunks, size);
  keepBody(incoming, 'body', body);
  return body;
};

export const parseBody = (bytes: Buffer): unknown => {
  const value = parsed(bytes);
  if (nestsTooDeep(value)) throw new Refusal(400, `The body is nested deeper than ${mostLevels} levels.`);
  return value;
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
};
