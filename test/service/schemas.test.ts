import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { brokenRules } from '../../src/service/broken-rules.ts';
import { graded, grading } from '../../src/service/grading.ts';
import {
  identifierSchema,
  image,
  inventoryUpdate,
  inventoryUpdated,
  listing,
  listingCreated,
  listingCreation,
  listingsPage,
  listingsQuery,
} from '../../src/service/listing-schemas.ts';
import { feedLink, product } from '../../src/service/product.ts';
import { shops, shopsQuery } from '../../src/service/shop-lookup.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const other = id.replace('7', '8');
const faults = (schema: z.ZodMiniType, value: unknown) =>
  brokenRules(schema, value).map(({ path, message }) => `${path} ${message}`.trim());

test('a picture on a host with an umlaut is one, however many came before', () => {
  const url = 'https://xn--bcher-kva.example/1.jpg';
  for (let row = 1; row <= 20_000; row++)
    expect({ row, ...image.safeParse({ url }) }).toMatchObject({ row, success: true });
});

/** What a line of the table is about. */
const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  'a creation': listingCreation,
  'an update': inventoryUpdate,
  grades: grading,
  'an identifier': identifierSchema,
  'which listings to read': listingsQuery,
  'which shops to look up': shopsQuery,
  'a listing as it is read': listing,
  'a page of listings': listingsPage,
  'a created listing': listingCreated,
  'an updated inventory': inventoryUpdated,
  'graded items': graded,
  shops: shops,
  'the link to the feed': feedLink,
  'an entry of the feed': product,
};

/** What every entry of the feed has. */
const entry = {
  ...Object.fromEntries(
    'productID productURL productTitle productDescription size image brand condition'
      .split(' ')
      .map((name) => [name, 'text']),
  ),
  price: 12.5,
  productStock: 1,
  productAvailable: true,
};

/** Payloads that are right. A value of the table may begin with one: `sku + {…}`. */
const payloads: Readonly<Record<string, object>> = {
  sku: {
    shopId: 'shop-1',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'SKU-1',
    images: [{ url: 'https://pictures.example/1.jpg' }],
  },
  manual: {
    shopId: 'shop-1',
    condition: 'GOOD',
    productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
    manualProductOptions: { title: 'Wool coat', categories: ['Coats'] },
    originalPrice: 12_900,
    images: [{ url: 'https://pictures.example/1.jpg' }],
  },
  set: { action: 'SET_INVENTORY', oldInventory: 3, newInventory: 0 },
  product: entry,
};

const everyCondition = 'must be one of NEW_WITH_TAGS, NEW_WITHOUT_TAGS, EXCELLENT, GOOD, MINOR_DEFECT';
const everySource =
  'must be one of COMMERCE_SKU, COMMERCE_PRODUCT_VARIANT_ID, EXTERNAL_PRODUCT_VARIANT_IDENTIFIER, EXTERNAL_PRODUCT_VARIANT_SKU, MANUAL_PRODUCT_OPTIONS';

// A schema | a value | what is wrong with it, if anything. A field that is "-" is left out.
const values = `
a creation | sku | right
a creation | manual | right
a creation | sku + {"productDataSourceType":"COMMERCE_PRODUCT_VARIANT_ID"} | right
a creation | sku + {"productDataSourceType":"EXTERNAL_PRODUCT_VARIANT_IDENTIFIER"} | right
a creation | sku + {"productDataSourceType":"EXTERNAL_PRODUCT_VARIANT_SKU"} | right
a creation | sku + {"originalPrice":1,"externalIdentifier":"r-1","description":"","commercePlatformDomain":"a.example","brand":"Elm"} | right
a creation | sku + {"originalPrice":9999999} | right
a creation | sku + {"metadata":{"location":"B7","box":7,"none":""}} | right
a creation | sku + {"metadata":{}} | right
a creation | sku + {"somethingNew":true,"images":[{"url":"https://a.example/1.jpg","notes":"front"},{"url":"https://a.example/2.jpg","width":7}]} | images[1].width is not known ; somethingNew is not known
a creation | manual + {"manualProductOptions":{"title":"Coat","categories":[],"colour":"green","size":"M"}} | right
a creation | nothing | is missing
a creation | null | must be an object, not null
a creation | [] | must be an object
a creation | {} | shopId is missing ; condition is missing ; productDataSourceType is missing ; images is missing
a creation | sku + {"shopId":7,"condition":"good"} | shopId must be a string ; condition ${everyCondition}
a creation | sku + {"condition":null} | condition ${everyCondition}
a creation | sku + {"productDataSourceType":"SKU"} | productDataSourceType ${everySource}
a creation | sku + {"productIdentifier":"-"} | productIdentifier is missing: COMMERCE_SKU requires it
a creation | sku + {"productIdentifier":""} | productIdentifier must not be empty: COMMERCE_SKU requires it
a creation | manual + {"manualProductOptions":"-","originalPrice":"-"} | manualProductOptions is missing: MANUAL_PRODUCT_OPTIONS requires it ; originalPrice is missing: MANUAL_PRODUCT_OPTIONS requires it
a creation | manual + {"shopId":"-","originalPrice":"-"} | shopId is missing ; originalPrice is missing: MANUAL_PRODUCT_OPTIONS requires it
a creation | manual + {"manualProductOptions":{"categories":"Coats","size":40}} | manualProductOptions.title is missing ; manualProductOptions.categories must be an array ; manualProductOptions.size must be a string
a creation | manual + {"manualProductOptions":{"title":"Coat","categories":["a",7]}} | manualProductOptions.categories[1] must be a string
a creation | sku + {"originalPrice":0} | originalPrice must be 1 or more
a creation | sku + {"originalPrice":10000000} | originalPrice must be 9999999 or less
a creation | sku + {"originalPrice":129.5} | originalPrice must be an integer
a creation | sku + {"originalPrice":"129"} | originalPrice must be a number
a creation | sku + {"externalIdentifier":null} | externalIdentifier must be a string, not null
a creation | sku + {"metadata":{"a":1,"b":2,"c":3,"d":4}} | metadata must have at most 3 properties
a creation | sku + {"metadata":{"a":1.5,"b":true,"c":null}} | metadata.a must be a string or an integer ; metadata.b must be a string or an integer ; metadata.c must be a string or an integer
a creation | sku + {"metadata":{"a":1152921504606846976}} | metadata.a must be 9007199254740991 or less
a creation | sku + {"metadata":{"a":null,"b":2,"c":3,"d":4}} | metadata.a must be a string or an integer ; metadata must have at most 3 properties
a creation | sku + {"metadata":["a"]} | metadata must be an object
a creation | sku + {"images":[]} | images must have at least 1 item
a creation | sku + {"images":{"url":"https://a.example/1.jpg"}} | images must be an array
a creation | sku + {"images":[{},{"url":"coat.jpg","notes":7}]} | images[0].url is missing ; images[1].url must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine ; images[1].notes must be a string
an update | set | right
an update | set + {"note":"something new"} | note is not known
an update | {"action":"ADJUST_INVENTORY","inventoryAdjustment":-2} | right
an update | {"action":"ADJUST_INVENTORY","inventoryAdjustment":0} | right
an update | nothing | is missing
an update | null | must be an object, not null
an update | 7 | must be an object
an update | {} | action must be one of SET_INVENTORY, ADJUST_INVENTORY
an update | {"action":"set"} | action must be one of SET_INVENTORY, ADJUST_INVENTORY
an update | {"action":"SET_INVENTORY"} | oldInventory is missing ; newInventory is missing
an update | set + {"oldInventory":-1,"newInventory":1.5} | oldInventory must be 0 or more ; newInventory must be an integer
an update | set + {"newInventory":"3"} | newInventory must be a number
an update | set + {"newInventory":9007199254740992} | newInventory must be 9007199254740991 or less
an update | {"action":"ADJUST_INVENTORY","newInventory":3} | inventoryAdjustment is missing ; newInventory is not known
an update | {"action":"ADJUST_INVENTORY","inventoryAdjustment":1e999} | inventoryAdjustment must be a number
grades | {"items":[{"id":"${id}","condition":"GOOD"}]} | right
grades | {"items":[{"id":"${id}","condition":"GOOD","notes":"","images":[]}]} | right
grades | {"items":[{"id":"${id}","condition":"GOOD","shelf":"B7"}],"box":1} | items[0].shelf is not known ; box is not known
grades | {"items":[{"id":"${id}","condition":"MISSING"},{"id":"${other}","condition":"NOT_AS_SENT_2"}]} | right
grades | {} | items is missing
grades | {"items":[]} | items must have at least 1 item
grades | {"items":[{}]} | items[0].id is missing ; items[0].condition is missing
grades | {"items":[{"id":"x","condition":"good","images":[{}]}]} | items[0].id must be a UUID, such as ${id} ; items[0].images[0].url is missing
grades | {"items":[{"id":"${id}","condition":"GOOD"},{"id":"${id.toUpperCase()}","condition":"GOOD"}]} | items[1].id appears twice: ${id.toUpperCase()}
grades | {"items":[{"id":"${id}","condition":"GOOD"},{"id":"${id}","condition":null}]} | items[1].condition must be a string, not null ; items[1].id appears twice: ${id}
an identifier | "${id}" | right
an identifier | "7D0F5A32-8C1E-4B8E-9A57-0C3F7A1D2E64" | right
an identifier | "00000000-0000-0000-0000-000000000000" | right
an identifier | "" | must be a UUID, such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64
an identifier | "${id}/" | must be a UUID, such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64
which listings to read | {} | right
which listings to read | {"state":"OPEN","pageSize":1,"after":""} | right
which listings to read | {"pageSize":200} | right
which listings to read | {"pageSize":0} | pageSize must be 1 or more
which listings to read | {"pageSize":201,"state":"open"} | state must be one of OPEN, CLOSED ; pageSize must be 200 or less
which shops to look up | {"shopIdentifierType":"COMMERCE_DOMAIN","shopIdentifier":"a.example"} | right
which shops to look up | {"shopIdentifierType":"NAME","shopIdentifier":""} | shopIdentifierType must be COMMERCE_DOMAIN ; shopIdentifier must not be empty
which shops to look up | {} | shopIdentifierType is missing ; shopIdentifier is missing
a listing as it is read | {"id":"${id}"} | right
a listing as it is read | {"id":"any text","state":"HIDDEN","condition":"WORN","sku":null,"availableInventory":0,"externalIdentifier":null,"isNew":1} | right
a listing as it is read | {} | id is missing
a listing as it is read | {"id":7} | id must be a string
a listing as it is read | {"id":"${id}","availableInventory":null} | availableInventory must be a number, not null
a listing as it is read | {"id":"${id}","availableInventory":"5"} | availableInventory must be a number
a listing as it is read | {"id":"${id}","availableInventory":1.5,"state":7} | state must be a string ; availableInventory must be an integer
a page of listings | {"listings":[],"pageInfo":{"hasNextPage":false}} | right
a page of listings | {"listings":[{"id":"${id}"}],"pageInfo":{"hasNextPage":true,"endCursor":"x"}} | right
a page of listings | {"listings":[{"id":"${id}"}],"pageInfo":{"hasNextPage":false,"endCursor":null}} | right
a page of listings | {"listings":[{}]} | listings[0].id is missing ; pageInfo is missing
a page of listings | {"listings":{},"pageInfo":{"hasNextPage":"no"}} | listings must be an array ; pageInfo.hasNextPage must be a boolean
a created listing | {"id":"${id}","url":"shop.example/x"} | right
a created listing | {"id":"${id}"} | url is missing
a created listing | {"url":"x"} | id is missing
an updated inventory | {"id":"${id}","availableInventory":0} | right
an updated inventory | {"id":"${id}"} | availableInventory is missing
an updated inventory | {"id":"${id}","availableInventory":0.5} | availableInventory must be an integer
graded items | {"items":[{}]} | right
graded items | {"items":[{"id":"${id}","condition":"ANY","notes":null,"images":null}]} | right
graded items | {"items":[]} | items must have at least 1 item
graded items | {} | items is missing
shops | [] | right
shops | [{}] | right
shops | [{"serviceShopName":"Elm","styles":null,"x":1}] | right
shops | {} | must be an array
shops | [{"countryCodes":"US"}] | [0].countryCodes must be an array
the link to the feed | {"url":"https://files.example/x","version":1} | right
the link to the feed | {"url":"x"} | right
the link to the feed | {} | url is missing
the link to the feed | {"url":"x","version":"1"} | version must be a number
an entry of the feed | product + {} | right
an entry of the feed | product + {"gender":["Women","All"],"commerceTags":[],"currency":"XYZ","more":1} | right
an entry of the feed | product + {"gender":["Girls"]} | gender[0] must be one of Women, Men, Kids, Unisex, All
an entry of the feed | product + {"price":"12","productAvailable":"yes"} | price must be a number ; productAvailable must be a boolean
`;

/** The value of a line: JSON, or a payload with other fields. */
const payloadOf = (text: string): unknown => {
  if (text === 'nothing') return undefined;
  const [, name = '', json = '{}'] = /^([a-z]+)(?: \+ (.*))?$/.exec(text) ?? [];
  const payload = payloads[name];
  if (payload === undefined) return JSON.parse(text);
  return Object.fromEntries(
    Object.entries({ ...payload, ...JSON.parse(json) }).filter(([, value]) => value !== '-'),
  );
};

test.each(values.trim().split('\n'))('%s', (line) => {
  const [name = '', value = '', expected] = line.split(' | ');
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`There is no schema of ${name}.`);
  expect(faults(schema, payloadOf(value)).join(' ; ') || 'right').toBe(expected);
});
