import { createRequire } from 'node:module';
import type { Plugin } from 'rolldown';

const require = createRequire(import.meta.url);

/** What this tool uses of undici, and where it is. */
export const parts: Readonly<Record<string, string>> = {
  Agent: 'lib/dispatcher/agent.js',
  buildConnector: 'lib/core/connect.js',
  Client: 'lib/dispatcher/client.js',
  errors: 'lib/core/errors.js',
};

/** What each dispatcher can do: ask, and open a tunnel. */
const methods: Readonly<Record<string, string>> = {
  request: 'lib/api/api-request.js',
  connect: 'lib/api/api-connect.js',
};

const entry = `
${Object.entries(methods)
  .map(
    ([name, path]) =>
      `require('./lib/dispatcher/dispatcher.js').prototype.${name} = function (...given) { return require('./${path}').apply(this, given); };`,
  )
  .join('\n')}
${Object.entries(parts)
  .map(([name, path]) => `Object.defineProperty(exports, '${name}', { get: () => require('./${path}') });`)
  .join('\n')}`;

/**
 * What undici's files have in them that this tool never comes to, or not with each request, and what stands there instead:
 * HTTP/2, bodies that are forms, and node:http for the size that headers may have by default, or for a stream of its own.
 */
const cuts: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'lib/dispatcher/client.js': [
    ["const http = require('node:http')\n", ''],
    [
      `http &&
  http.maxHeaderSize &&
  Number.isInteger(http.maxHeaderSize) &&
  http.maxHeaderSize > 0
  ? () => http.maxHeaderSize
  : () => { throw new InvalidArgumentError('http module not available or http.maxHeaderSize invalid') }`,
      "() => require('node:http').maxHeaderSize",
    ],
    ["require('./client-h2.js')", 'undefined'],
  ],
  'lib/dispatcher/client-h1.js': [["require('../web/fetch/body.js').extractBody", 'undefined']],
  'lib/core/util.js': [
    ["const { IncomingMessage } = require('node:http')\n", ''],
    ['constructor === IncomingMessage', "constructor === require('node:http').IncomingMessage"],
  ],
};

const cut = (code: string, path: string): string =>
  (cuts[path] ?? []).reduce((left, [said, instead]) => {
    if (!left.includes(said)) throw new Error(`undici's ${path} has no \`${said.trim()}\` any more`);
    return left.replace(said, () => instead);
  }, code);

/**
 * Takes of undici what is used, and each part when it is first used: as a whole it brings fetch, caches, mocks and web
 * sockets, and to load these takes longer than a request to a service nearby.
 */
export const undiciInParts = (): Plugin => {
  const main = require.resolve('undici');
  return {
    name: 'undici-in-parts',
    transform: {
      filter: { id: /\/undici\/lib\/(?:core|dispatcher)\// },
      handler: (code, id) => ({
        code: cut(code, id.slice(id.lastIndexOf('/undici/lib/') + '/undici/'.length)),
        map: null,
      }),
    },
    load: {
      filter: { id: new RegExp(`^${main.replaceAll(/[\\.]/g, '\\$&')}$`) },
      handler: () => entry,
    },
  };
};
