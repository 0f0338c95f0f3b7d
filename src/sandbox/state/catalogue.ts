import { genders, type Source } from '../../service/constants.ts';
import type { Product } from '../../service/product.ts';
import * as data from './catalogue-data.ts';
import { dice, pick } from './chance.ts';
import { defaultShop, type SandboxShop, sandboxShops } from './shops.ts';

/** The number of products in the catalogue. Each is generated on demand, so the number costs nothing. */
export const catalogueSize = 1_000_000;

export interface CatalogueProduct {
  identifiers: Readonly<Record<Exclude<Source, 'MANUAL_PRODUCT_OPTIONS'>, string>>;
  shop: SandboxShop;
  title: string;
  description: string;
  brand: string;
  kind: string;
  categories: string[];
  size: string;
  colour: string;
  gender: NonNullable<Product['gender']>;
  styles: string[];
  tags: string[];
  image: string;
  /** The price when new, in the smallest unit of the shop's currency. */
  price: number;
}

const genderOf = (department: string, roll: number) => {
  if (department === 'Kids') return genders[2];
  return department === 'Dresses' ? genders[0] : pick(genders, roll);
};

const shopOf = (roll: number): SandboxShop => (roll < 7 ? defaultShop : pick(sandboxShops, roll));

/** The product with a number from 0 to catalogueSize-1. The same seed always gives the same product. */
export const catalogueProduct = (seed: number, number: number): CatalogueProduct => {
  const roll = dice(seed, number);
  const brand = pick(data.brands, roll(1000));
  const kind = pick(data.itemKinds, roll(1000));
  const colour = pick(data.colours, roll(1000));
  const line = pick(data.productLines, roll(1000));
  const size: string = pick<string>(kind.sizes, roll(1000));
  const gender = genderOf(kind.department, roll(1000));
  const shop = shopOf(roll(10));
  const digits = String(number).padStart(6, '0');
  const sku = `${brand.code}-${kind.code}-${digits}-${size.replaceAll(/[^A-Z0-9]/g, '')}`;
  const firstTag = roll(1000);
  return {
    identifiers: {
      COMMERCE_SKU: sku,
      COMMERCE_PRODUCT_VARIANT_ID: `4470012${digits}`,
      EXTERNAL_PRODUCT_VARIANT_IDENTIFIER: `variant-${digits}`,
      EXTERNAL_PRODUCT_VARIANT_SKU: `EXT-${sku}`,
    },
    shop,
    title: `${brand.name} ${line} ${kind.name} in ${colour}`,
    description: `${kind.name} of the ${line} line by ${brand.name}, ${colour}, size ${size}. ${pick(data.remarks, roll(1000))}`,
    brand: brand.name,
    kind: kind.name,
    categories: [kind.department, `${gender} ${kind.department}`],
    size,
    colour,
    gender: [gender],
    styles: [...data.stylesOfDepartment[kind.department]],
    tags: [pick(data.tags, firstTag), pick(data.tags, firstTag + 1 + roll(data.tags.length - 1))],
    image: `https://images.${shop.domains[0]}/products/${digits}/front.jpg`,
    price: kind.from + roll((kind.to - kind.from) / 100) * 100,
  };
};

/** The product that an identifier names; undefined if there is none. */
export const productNamed = (
  seed: number,
  source: Source,
  identifier: string,
): CatalogueProduct | undefined => {
  const digits = /(\d{6})(?:-[A-Z0-9]+)?$/.exec(identifier)?.[1];
  if (digits === undefined || source === 'MANUAL_PRODUCT_OPTIONS') return undefined;
  const named = catalogueProduct(seed, Number(digits));
  return named.identifiers[source] === identifier ? named : undefined;
};
