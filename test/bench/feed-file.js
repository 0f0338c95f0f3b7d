import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const directory = join(tmpdir(), 'resale-bench');

/**
 * Makes feed files of so many megabytes in the temporary directory, unless they are there: one, another in which every tenth
 * product differs, and the first gzipped. Returns their paths.
 */
export const feedFiles = async (megabytes) => {
  await mkdir(directory, { recursive: true });
  const path = (name) => join(directory, `${megabytes}-MB-${name}`);
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

/** Renames the file once it is complete, so that an unfinished one is never used. */
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
const colors = ['sage green', 'navy', 'ecru', 'charcoal', 'rust', 'sky blue', 'black', 'oat'];
const kinds = ['Jacket', 'Jeans', 'Dress', 'Knitwear', 'Shirt', 'Trousers', 'Coat', 'Skirt', 'Boots', 'Bag'];
const styles = ['Casual', 'Workwear', 'Evening', 'Outdoor', 'Vintage', 'Sport'];
const countries = ['US', 'CA', 'GB', 'DE', 'DK', 'SE', 'FR'];
const words =
  `a light soft heavy boxy cropped relaxed tailored lined unlined quilted brushed washed faded mended worn rarely twice
   barely never once seasons with without two three four hidden deep patch side zip chest pockets buttons horn metal
   wooden original replaced missing small mark near the left right cuff hem collar sleeve shoulder pocket seam checked
   steamed photographed by hand in our studio cotton wool linen silk cashmere recycled organic blend denim café-coloured
   fits true to size runs large slim through waist hips thigh knee ankle length straight tapered wide leg high rise from
   autumn winter spring summer collection made Portugal Italy Denmark Japan care machine cold hang dry only clean smoke
   free home pet comes its dust bag spare button belt strap box receipt please see last picture for signs of wear`
    .trim()
    .split(/\s+/);

/** Pseudo-random numbers from 0 to 2³² - 1, the same for the same seed (xorshift32). */
const rolls = (seed) => {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
};

/** A product with all documented fields, of about 900 bytes, that depends only on its number, and compresses as prose does. */
const product = (number, generation) => {
  const roll = rolls(number + 1);
  const one = (list) => list[roll() % list.length];
  const hex = () => roll().toString(16).padStart(8, '0');
  const [first, second, third] = [hex(), hex(), hex()];
  const id = `${first}-${second.slice(0, 4)}-4${second.slice(5)}-a${third.slice(5)}-${String(number).padStart(12, '0')}`;
  const [brand, color, kind, stock] = [one(brands), one(colors), one(kinds), roll() % 6];
  const changes = generation > 0 && number % 10 === 0;
  return {
    productID: id,
    productURL: `https://resale.shop.example/products/${id}`,
    productTitle: `${brand} "Field No. ${roll() % 97}" ${kind.toLowerCase()} in ${color}`,
    productDescription: `${Array.from({ length: 20 + (roll() % 30) }, () => one(words)).join(' ')}.`,
    size: one(sizes),
    image: `https://images.shop.example/products/${hex()}${hex()}/front.jpg`,
    price: (500 + (roll() % 30_000)) / 100 + (changes ? 1 : 0),
    brand,
    productStock: stock,
    productAvailable: stock > 0,
    condition: one(conditions),
    gender: ['Unisex'],
    isBrandDirect: 'true',
    updatedAt: new Date(Date.UTC(2026, 0, 1) + (roll() % 31_536_000) * 1000).toISOString(),
    color,
    commerceTags: ['sale', 'last-season'],
    commerceProductType: kind,
    categories: [kind, one(styles)],
    styles: [one(styles), one(styles)],
    currency: 'USD',
    shipFromCountry: one(countries),
    shipToCountries: [one(countries), one(countries)],
  };
};
