import { expect, test } from 'vitest';
import { resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

test.each(['json', 'ndjson', 'ndjson --jq .id', 'csv', 'table', 'yaml'])(
  'a page is shown before the next one is asked for: page two is held back until page one was seen, -o %s',
  async (format) => {
    let pageOneWasSeen = () => {};
    const seen = new Promise<void>((resolve) => {
      pageOneWasSeen = resolve;
    });
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        const second = request.url?.includes('after=next') === true;
        const page = second
          ? { listings: [{ id: 'later' }], pageInfo: { hasNextPage: false } }
          : { listings: [{ id: 'first' }], pageInfo: { hasNextPage: true, endCursor: 'next' } };
        void (second ? seen : Promise.resolve()).then(() => json(200, page)(response, request));
      },
    });
    const { exitCode, stdout } = await resale(`listings list -o ${format}`, {
      env,
      onStdout: (text) => text.includes('first') && pageOneWasSeen(),
    });
    expect([exitCode, stdout.includes('later')]).toEqual([0, true]);
  },
);
