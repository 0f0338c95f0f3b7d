import { main } from 'assemblyscript/asc';
import { expect, test } from 'vitest';

const source = 'src/feed/scanning/assembly/walk.ts';

/** What AssemblyScript makes of the source. */
const compiled = async (): Promise<Buffer> => {
  let module = Buffer.alloc(0);
  const { error, stderr } = await main(
    [source, '--outFile', 'walk.wasm', '-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd'],
    {
      writeFile: (_name, contents) => {
        module = Buffer.from(contents);
      },
    },
  );
  if (error) throw new Error(String(stderr), { cause: error });
  return module;
};

// `npm run docs` runs this very file with --update, which writes the module.
test('the module is what its source says', async () => {
  const text = `// Written by npm run docs, from assembly/walk.ts.
export const walkModule =
  '${(await compiled()).toString('base64')}';
`;
  await expect(text).toMatchFileSnapshot('../../../src/feed/scanning/module.ts');
});
