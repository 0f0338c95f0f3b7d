import type { Scene } from './scene.ts';

const rows = {
  'stock.csv': [
    'externalIdentifier,quantity',
    'RETURN-000001,7',
    'RETURN-000002,0',
    'RETURN-000004,4',
    'RETURN-000099,3',
    '',
  ].join('\n'),
};
const newListings = {
  'new.csv': [
    'shopId,condition,productDataSourceType,productIdentifier,externalIdentifier,images',
    'shop-second-meadow,GOOD,COMMERCE_SKU,COAT-1,A-1001,https://images.example/1.jpg',
    'shop-second-meadow,GOOD,COMMERCE_SKU,MLB-JEANS-000000-3434,RETURN-000001,https://images.example/2.jpg',
    '',
  ].join('\n'),
};
const shipment = {
  'shipment.csv': [
    'id,condition,notes',
    '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20,GOOD,',
    '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64,MINOR_DEFECT,torn lining',
    '',
  ].join('\n'),
};
const feeds = {
  'old.json': JSON.stringify([
    { productID: 'p1', productTitle: 'Wool coat', price: 129, productStock: 1, productAvailable: true },
    { productID: 'p2', productTitle: 'シルクのスカーフ', price: 40, productStock: 2, productAvailable: true },
    { productID: 'p3', productTitle: 'Rain jacket', price: 60.5, productStock: 1, productAvailable: true },
  ]),
  'new.json': JSON.stringify([
    { productID: 'p1', productTitle: 'Wool coat', price: 99, productStock: 0, productAvailable: false },
    { productID: 'p3', productTitle: 'Rain jacket', price: 60.5, productStock: 1, productAvailable: true },
    {
      productID: 'p4',
      productTitle: 'Corduroy trousers',
      price: 35,
      productStock: 3,
      productAvailable: true,
    },
  ]),
};
const run = 'inventory set --from stock.csv --skip-invalid --yes --concurrency 1';
const first = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const second = 'ad1b6cd3-b9d9-45ec-83da-400e620e15ff';

/** They stand on the screen of `resale --help`. */
const globalFlags = /(?<=^Global flags:\n)(?: .*\n)+/m;

/** What is kept of each command: its name, and behind a comma what is special about the scene. */
export const scenes: Readonly<Record<string, Scene>> = {
  'listings create': {
    line: "listings create --shop-id shop-second-meadow --condition good --source sku --product-id COAT-1 --image 'https://images.example/1.jpg'",
  },
  'listings list': { line: 'listings list --limit 3' },
  'listings get': { line: `listings get ${first}` },
  'listings get, several': { line: `listings get ${first} ${second} 00000000-0000-4000-8000-000000000000` },
  'listings close': { line: `listings close ${first} --yes` },
  'inventory set': { line: `inventory set ${first} 3` },
  'inventory set, many rows planned': {
    line: 'inventory set --from stock.csv -n --skip-invalid',
    files: rows,
  },
  'inventory set, many rows': { line: run, files: rows },
  'inventory set, faulty rows': { line: 'inventory set --from stock.csv', files: rows },
  'inventory adjust': { line: `inventory adjust ${first} 2` },
  'listings create, many rows planned': { line: 'listings create --from new.csv -n', files: newListings },
  'listings create, many rows': { line: 'listings create --from new.csv --yes', files: newListings },
  grade: {
    line: `grade ${first} --condition minor-defect --notes 'loose button' --image 'https://images.example/3.jpg left cuff'`,
  },
  'grade, many rows': { line: 'grade --from shipment.csv --yes', files: shipment },
  'shops lookup': { line: 'shops lookup second-meadow.example' },
  'feed fetch': { line: 'feed fetch', products: 3 },
  'feed fetch, checked': { line: 'feed fetch --check' },
  'feed diff': { line: 'feed diff old.json new.json', files: feeds },
  'feed stats': { line: 'feed stats --top 2' },
  'runs list': { line: 'runs list', files: rows, before: [run] },
  'runs list, none': { line: 'runs list' },
  'runs show': { line: 'runs show RUN', files: rows, before: [run] },
  'runs show, its rows': { line: 'runs show RUN --rows', files: rows, before: [run] },
  'runs resume': { line: 'runs resume RUN', files: rows, before: [run] },
  'runs undo': { line: 'runs undo RUN --yes', files: rows, before: [run] },
  'runs prune': { line: 'runs prune --older-than 0 --yes', files: rows, before: [run] },
  'profiles add': {
    line: 'profiles add live --base-url https://api.shop.example --shop-id shop-second-meadow',
  },
  'profiles list': {
    line: 'profiles list',
    before: [
      'profiles add live --base-url https://api.shop.example --shop-id shop-second-meadow',
      'profiles add staging --base-url https://staging.shop.example/resale --default-output json',
      'profiles use live',
    ],
  },
  'profiles show': { line: 'profiles show sandbox' },
  'profiles set': {
    line: 'profiles set live --shop-id shop-harbour-loft',
    before: ['profiles add live --base-url https://api.shop.example'],
  },
  'profiles remove': {
    line: 'profiles remove live --yes',
    before: ['profiles add live --base-url https://api.shop.example'],
  },
  'sandbox start': { line: 'sandbox start --port 0', stopAt: 'listings list' },
  help: { line: '--help', widths: [80] },
  'help, listings get': { line: 'listings get --help', elsewhere: globalFlags },
  'help, runs': { line: 'runs --help', elsewhere: globalFlags },
  'error, unknown command': { line: 'listing list' },
  'error, several faults': { line: 'listings create --condition fine --title Coat --original-price 129.00' },
  'error, not found': { line: 'listings get 00000000-0000-4000-8000-000000000000' },
  'error, a conflict': { line: `inventory set ${first} 3 --expect 5` },
  'error, keys refused': {
    line: 'listings list',
    env: { RESALE_API_KEY: 'another-key', RESALE_PROFILE: '' },
  },
  'error, unreachable': { line: 'listings list --max-retries 0 --base-url http://127.0.0.1:9' },
  'error, a shop that is not there': { line: 'shops lookup nowhere.example' },
};

/** Commands without a screen of their own, and why. */
export const withoutScreen: Readonly<Record<string, string>> = {
  'feed watch': 'runs until it is stopped, and prints the tables of feed diff',
  'runs resolve': 'needs a row whose answer was lost; it prints the card of runs show',
  init: 'prints the card of profiles show, and what to type next',
  'profiles use': 'prints the card of profiles show',
  'profiles rename': 'prints the card of profiles show',
  'profiles check': 'tells how long the service took',
  'profiles export': 'prints one document of JSON',
  'profiles import': 'prints the cards of profiles add',
  doctor: 'tells of the machine that it runs on',
  'completion bash': 'prints a script for a shell',
  'completion zsh': 'prints a script for a shell',
  'completion fish': 'prints a script for a shell',
  'completion powershell': 'prints a script for a shell',
  'completion install': 'tells in a sentence what it wrote where',
  'sandbox exec': 'shows the screen of the program that it runs',
  mcp: 'prints the protocol',
  'sandbox demo': 'shows the screens of the other commands',
  'sandbox openapi': 'prints one document of JSON',
  api: 'prints the answer as it came',
};
