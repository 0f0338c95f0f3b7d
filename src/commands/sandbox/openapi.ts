import { command } from '../command.ts';
import { once } from '../preview.ts';

export const openapi = command({
  details: 'Made from the table that the client and the sandbox work by, as OpenAPI 3.1 in JSON.',
  arguments: {},
  flags: {},
  examples: [
    { does: 'The document', line: 'resale sandbox openapi' },
    { does: 'Every operation', line: "resale sandbox openapi | jq -r '.paths[][].operationId'" },
    { does: 'Into a file', line: 'resale sandbox openapi --out openapi.json' },
  ],
  async run({ settings }) {
    const [{ openApiDocument }, { sandboxProfile }, { version }] = await Promise.all([
      import('../../service/openapi.ts'),
      import('../../profiles/sandbox-profile.ts'),
      import('../../version.ts'),
    ]);
    const document = openApiDocument(settings.baseUrl ?? sandboxProfile.baseUrl, version);
    return { kind: 'bytes', bytes: once(`${JSON.stringify(document, null, 2)}\n`) };
  },
});
