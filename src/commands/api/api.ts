import { parseJson } from '../../json/exact.ts';
import { closesListings, command, readsService } from '../../line/command.ts';
import { file, many, named, sharedNames, text } from '../../line/flags/value-kinds.ts';
import type { Value } from '../../line/flags/values.ts';
import { previewed } from '../../line/preview.ts';
import { answerResult, requestOf } from './api-call.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const method: Value<string> = {
  placeholder: 'METHOD',
  description: 'What to do',
  choices: methods,
  read(text) {
    const found = methods.find((known) => known === text.toUpperCase());
    return found ?? { fault: `must be one of ${methods.join(', ')}, not '${text}'` };
  },
};

const field = named(
  'NAME=TEXT or NAME:=JSON',
  'A field of the body, or of the query with GET; NAME:=JSON for anything but text; repeatable',
  (json) => {
    try {
      return { value: parseJson(json) };
    } catch {
      return { fault: 'must be JSON after :=' };
    }
  },
);

export const api = command({
  details:
    "For requests that no other command makes. The path is appended to the profile's base URL, and the answer is printed unchanged. A change is never sent twice.",
  effect: { ...closesListings, repeatable: false, asks: 'never' },
  effectWith: { GET: readsService },
  arguments: { method, path: text('PATH', 'Path after the base URL, such as /v1/listings') },
  flags: {
    input: file('FILE', 'Take the body from a file, or from stdin with -'),
    field: many(field),
  },
  examples: [
    { does: 'A read', line: 'resale api GET /v1/listings --field limit=5' },
    {
      does: 'A change',
      line: 'resale api PUT /v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1',
    },
    { does: 'A body from a file', line: 'resale api POST /v1/listings --input listing.json' },
  ],
  answer: { shape: 'document', fields: [], passesThrough: true },
  conflicts: ['--field --input'],
  check: ({ settings }, { arguments: { method }, flags }) => {
    if (settings.fields !== undefined && method !== 'GET' && !settings.dryRun)
      return [
        {
          name: '--fields',
          message: 'goes only with GET: the answer has the fields, and comes after the change',
        },
      ];
    if (flags.input === undefined)
      // A query may have a name twice, for a list.
      return sharedNames(method === 'GET' ? [] : flags.field).map((name) => ({
        name: '--field',
        message: `names ${name} twice; a body can have it only once`,
      }));
    return method === 'GET' ? [{ name: '--input', message: 'does not go with GET, which has no body' }] : [];
  },
  async run(invocation, { arguments: { method, path }, flags }) {
    const { baseUrl } = await invocation.profile();
    const request = await requestOf({ method, path, ...flags }, baseUrl, invocation.io);
    const client = await invocation.client();
    if (invocation.settings.dryRun) return previewed([client.previewRaw(request)], invocation.settings);
    const answer = await client.raw(request);
    return answerResult(answer, request, invocation);
  },
});
