import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const directory = join(tmpdir(), 'resale-bench');

/**
 * Makes, once, feed files of so many megabytes in the temporary directory: one, another in which every tenth product
 * differs, and the first gzipped. Gives their paths.
 */
export const feedFiles = async (megabytes) => {
  await mkdir(directory, { recursive: true });
  const path = (name) => join(directory, `${megabytes}-megabytes-${name}`);
  const plain = await made(path('older.json'), (part) =>
    pipeline(feed(megabytes, 0), createWriteStream(part)),
  );
  const newer = await made(path('newer.json'), (part) =>
    pipeline(feed(megabytes, 1), createWriteStream(part)),
  );
  const gzip = await made(path('older.json.gz'), (part) =>
    pipeline(createReadStream(plain), createGzip(), createWriteStream(part)),
  );
  return { plain, newer, gzip };
};

/** A file that was begun and not finished must not pass for one. */
const made = async (path, make) => {
  if (await stat(path).catch(() => undefined)) return path;
  await make(`${path}.part`);
  await rename(`${path}.part`, path);
  return path;
};

const feed = (megabytes, generation) =>
  Readable.from(
    (function* () {
      let bytes = 1;
      let number = 0;
      yield '[';
      while (bytes < megabytes * 1e6) {
        const entries = Array.from({ length: 500 }, () => JSON.stringify(product(number++, generation)));
        const text = `${number > 500 ? ',\n' : ''}${entries.join(',\n')}`;
        bytes += Buffer.byteLength(text);
        yield text;
      }
      yield ']\n';
    })(),
  );

const brands = ['Acme', 'Northfell', 'Møllebakke', 'Linden & Rye', 'Überland'];
const conditions = ['NEW_WITH_TAGS', 'NEW_WITHOUT_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'];
const sizes = ['XS', 'S', 'M', 'L', 'XL', '32/32', 'One Size'];

/** A product with all documented fields, of about 900 bytes, that depends on its number alone. */
const product = (number, generation) => {
  const roll = (number * 2_654_435_761) % 4_294_967_296;
  const id = `${roll.toString(16).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const changes = generation > 0 && number % 10 === 0;
  return {
    productID: id,
    productURL: `https://resale.shop.example/products/${id}`,
    productTitle: `${brands[roll % 5]} "Field No. ${roll % 97}" jacket in sage green`,
    productDescription: `A jacket by ${brands[roll % 5]}, worn ${roll % 30} times. ${'Checked, steamed and photographed by hand in our café-turned-studio. '.repeat(1 + (roll % 3))}`,
    size: sizes[roll % 7],
    image: `https://images.shop.example/products/${number}/front.jpg`,
    price: (500 + (roll % 30_000)) / 100 + (changes ? 1 : 0),
    brand: brands[roll % 5],
    productStock: roll % 6,
    productAvailable: roll % 6 > 0,
    condition: conditions[roll % 5],
    gender: ['Unisex'],
    isBrandDirect: 'true',
    updatedAt: '2026-01-05T00:15:00.000Z',
    color: 'sage green',
    commerceTags: ['sale', 'last-season'],
    commerceProductType: 'Jacket',
    categories: ['Outerwear', 'Jackets'],
    styles: ['Casual', 'Workwear'],
    currency: 'USD',
    shipFromCountry: 'US',
    shipToCountries: ['US', 'CA'],
  };
};
