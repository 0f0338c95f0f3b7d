import { version } from '../../../package.json';
import { a } from '../../json/schema.ts';
import { command, readsMachine } from '../../line/command.ts';
import { dialectFlags, dialectFromFlags } from '../../line/flags/dialect-flags.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { dialectOf } from '../../service/dialect.ts';
import { jsonDocument } from '../../terminal/results.ts';

export const openapi = command({
  details:
    'Prints an OpenAPI 3.1 description in JSON, made from the same table that the client and the sandbox use.',
  effect: readsMachine,
  flags: dialectFlags,
  answer: {
    shape: 'document',
    fields: [
      { field: 'openapi' },
      ...['info', 'paths', 'components'].map((field) => ({ field, schema: a.mapOf(a.anything) })),
      ...['servers', 'security'].map((field) => ({ field, schema: a.listOf(a.mapOf(a.anything)) })),
    ],
  },
  examples: [
    { does: 'The document', line: 'resale sandbox openapi' },
    { does: 'Every operation', line: "resale sandbox openapi --jq '.paths[][].operationId'" },
    { does: 'Into a file', line: 'resale sandbox openapi --out openapi.json' },
    { does: 'With the names of a deployment', line: 'resale sandbox openapi --service-name Acme' },
  ],
  async run({ settings }, { flags }) {
    const { openApiDocument } = await import('../../service/openapi-document.ts');
    const baseUrl = settings.baseUrl ?? sandboxProfile.baseUrl;
    return jsonDocument(openApiDocument(baseUrl, version, dialectOf(dialectFromFlags(flags))));
  },
});
