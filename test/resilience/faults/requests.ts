/** A request as it stood on the wire. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The first whole request of a text that holds a byte a character, and what stands behind it. Undefined where it is not whole yet. */
export const takeRequest = (text: string): { request: WireRequest; rest: string } | undefined => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < bodyEnd) return undefined;
  const [method = '', target = ''] = first.split(' ');
  const request = {
    method,
    url: new URL(target, 'http://shop'),
    headers,
    body: Buffer.from(text.slice(headEnd + 4, bodyEnd), 'latin1').toString(),
  };
  return { request, rest: text.slice(bodyEnd) };
};

export const isChange = ({ method }: Pick<WireRequest, 'method'>): boolean => method !== 'GET';
