import { expect, test } from 'vitest';
import { feedStats } from '../../src/feed/count-products.ts';

test('of a feed that is made to fill the memory, four million products are counted', async () => {
  const batch = Array.from({ length: 100_000 }, () => ({}));
  let isCounted = false;
  const more = async function* () {
    for (let time = 0; time < 40; time++) yield batch;
    isCounted = true;
    yield [{}];
  };
  await expect(feedStats(more(), 0)).rejects.toMatchObject({ code: 'too-large' });
  expect(isCounted).toBe(true);
});
