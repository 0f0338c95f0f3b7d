import { expect, it } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';

const item = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';

it('grades an item with notes and pictures, and prints what the service made of it', async () => {
  const { env } = await sandboxed();
  const line = `grade ${item} --condition minor-defect --notes 'loose button' --image 'https://images.example/1.jpg left cuff'`;
  const { exitCode, stdout } = await resale(line, { env });
  expect(JSON.parse(stdout)).toEqual({
    id: item,
    condition: 'MINOR_DEFECT',
    notes: 'loose button',
    images: [{ url: 'https://images.example/1.jpg', notes: 'left cuff' }],
  });
  expect(exitCode).toBe(0);
});
