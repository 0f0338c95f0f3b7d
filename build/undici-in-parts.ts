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

/**
 * Takes of undici what is used, and each part when it is first used: as a whole it brings fetch, caches, mocks and web
 * sockets, and to load these takes longer than a request to a service nearby.
 */
export const undiciInParts = (): Plugin => {
  const entry = require.resolve('undici');
  return {
    name: 'undici-in-parts',
    transform: {
      filter: { id: /\/undici\/lib\/dispatcher\/client\.js$/ },
      // HTTP/2 is not spoken here, and Node's own module for it brings TLS and much else, also to a service without TLS.
      handler: (code) =>
        code.replace(
          "const connectH2 = require('./client-h2.js')",
          "const connectH2 = (...given) => require('./client-h2.js')(...given)",
        ),
    },
    load: {
      filter: { id: new RegExp(`^${entry.replaceAll(/[\\.]/g, '\\$&')}$`) },
      handler: () =>
        [
          ...Object.entries(methods).map(
            ([name, path]) =>
              `require('./lib/dispatcher/dispatcher.js').prototype.${name} = function (...given) { return require('./${path}').apply(this, given); };`,
          ),
          ...Object.entries(parts).map(
            ([name, path]) =>
              `Object.defineProperty(exports, '${name}', { get: () => require('./${path}') });`,
          ),
        ].join('\n'),
    },
  };
};
