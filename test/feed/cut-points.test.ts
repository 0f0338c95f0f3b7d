import { test } from 'vitest';
import { cutAtAll, modes, tellingPlaces } from './cut-points.ts';

// All at once, since most of the time is spent waiting before a retry.
test('wherever a download is cut, it becomes a whole feed, or nothing', async () => {
  const cutAt = cutAtAll(tellingPlaces);
  await Promise.all(
    modes.map(([name, mode]) =>
      cutAt(name, mode).catch((cause: Error) => {
        throw new Error(`${name}: ${cause.message}`, { cause });
      }),
    ),
  );
});
