import { expect } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import type { Answer } from './feed-host.ts';
import { json, startService } from './service.ts';

/** Keys as awkward as a header can carry them. */
export const keys = { clientId: 'canary/client+"one"', apiKey: 'canary\\key=0815&"not to be shown"' };

/** The forms in which a service may write a key. */
const written = Object.values(keys).flatMap((key) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
]);

/** Every form in which a key may show up. */
export const forms = [...written, ...written.map((form) => JSON.stringify(form).slice(1, -1))];

export const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** A service that answers everything with what it was sent, keys and all. */
export const tellTale = async (status: number, headers: Record<string, string> = {}) => {
  const answer: Answer = json(
    status,
    { error: `no luck for ${written.join(', ')}` },
    {
      'set-cookie': 'session=canary-cookie',
      'x-request-id': keys.apiKey.replaceAll(/[^\w]/g, '-'),
      ...headers,
    },
  );
  const paths = [
    ...['/v1/listings', `/v1/listings/${id}`, `/v1/listings/${id}/inventory`],
    ...['/v1/items/grade', '/v1/shops', '/product-feed'],
  ];
  const { url } = await startService(Object.fromEntries(paths.map((path) => [path, answer])));
  return url;
};

/** The examples of every command but those that start servers and other programs. */
export const lines = (
  await Promise.all(
    tree
      .flatMap((top) =>
        'children' in top
          ? top.children.map((leaf) => ({ ...leaf, name: `${top.name} ${leaf.name}` }))
          : [top],
      )
      .filter(({ name }) => !/^sandbox (start|exec|demo)$/.test(name))
      .map(async ({ name, load }) => {
        const { examples } = await load();
        return examples.map(({ line }) => {
          const [own = ''] = line.split(' | ').filter((part) => part.startsWith('resale '));
          return own
            .replace(/^resale (--profile \S+ )?/, '')
            .replace(name, `${name} --debug --max-retries 0 --settle 0`)
            .replace(/\bID\b/, id);
        });
      }),
  )
).flat();

/** Fails where a key shows up in the text, in whatever form. */
export const noKeyIn = (text: string) => {
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  expect(text).not.toContain('canary-cookie');
};
