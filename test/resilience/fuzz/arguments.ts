import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import type { Fuzzer } from './fuzzer.ts';
import { oddText } from './odd.ts';

/** Commands, but for those that run until they are stopped, or that run whatever they are told. */
const commands = `
  listings create list get close inventory set adjust grade shops lookup feed fetch diff stats runs show
  resume resolve undo prune profiles add use remove rename check export import sandbox openapi api help
  doctor completion bash zsh GET POST PUT __complete listing
`
  .trim()
  .split(/\s+/);

const flags = `
  --yes --json --output -o json csv ndjson table --dry-run -n --quiet --no-input --limit --page-size
  --state open --after --all --count --sku --external-id --expect --on-conflict retry --no-close --exact
  --direct --from - --plan --shard 2/3 1/1 --max-close --max-change --concurrency --skip-invalid
  --ignore-extra --failed-out --link --check --offline --refresh --max-age --top --rows --row
  --as --older-than --shop-id --condition good --source sku --product-id --title --category --option a=b
  --original-price --description --metadata a:=7 --image https://a.invalid/1.jpg --brand --field --input
  --client-id --api-key-stdin --api-key --base-url --profile -p --replace --max-retries --max-wait
  --settle --no-color --out --help -h --version -V -- --x=y --fields --jq --ca-bundle
  --service-name
`
  .trim()
  .split(/\s+/);

// No word leads out of the directory of the test.
const anything = oddText.map((text) => text.replace(/[/\\]|\.\./g, '_'));

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...flags) },
  { weight: 2, arbitrary: fc.constantFrom(idOf(0), '3', '-2', 'meadow.example', '/v1/listings') },
  { weight: 2, arbitrary: anything },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...flags), anything).map(([flag, value]) => `${flag}=${value}`),
  },
);

/** What keeps it quick, whatever else is said. */
const quick = ['--timeout', '1', '--max-retries', '0', '--settle', '0', '--max-wait', '0'];

/** Whatever is typed, it is done, or refused in words. */
export const typed: Fuzzer = {
  name: 'arguments',
  share: 0.25,
  law: ({ keepsManners }) =>
    fc.asyncProperty(
      fc.array(fc.constantFrom(...commands), { maxLength: 3 }),
      fc.array(word, { maxLength: 8 }),
      async (path, words) => {
        await keepsManners([...path, ...quick, ...words]);
      },
    ),
};
