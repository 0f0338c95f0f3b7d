import { fc } from '../../support/properties.ts';
import type { Fuzzer } from './fuzzer.ts';
import { listed, oddListings } from './listings.ts';
import { oddText } from './odd.ts';

const formats = ['json', 'ndjson', 'csv', 'yaml', 'table'];

/** Words of --fields: what is documented, what is not, and what leads into objects. */
const field = fc.oneof(
  fc.constantFrom('id', 'sku', 'state', 'externalIdentifier', 'id.x', '__proto__', '0', 'constructor.name'),
  oddText,
);

/** Whatever is said behind --fields, those are shown, or it is refused in words. */
export const fields: Fuzzer = {
  name: 'fields',
  share: 0.05,
  law: (place) =>
    fc.asyncProperty(
      fc.constantFrom(...formats),
      fc.array(field, { minLength: 1, maxLength: 4 }),
      oddListings,
      async (format, names, all) => {
        const said = names.join(',');
        const { exitCode, stdout } = await listed(place, all, ['-o', format, `--fields=${said}`]);
        if (exitCode === 0 && format === 'json') showsNothingElse(JSON.parse(stdout), said);
      },
    ),
};

const showsNothingElse = (shown: readonly object[], said: string): void => {
  const astray = shown.flatMap(Object.keys).filter((name) => !said.includes(name));
  if (astray.length > 0) throw new Error(`${astray} was shown, and not asked for`);
};

/** Parts of expressions that jq stumbles over, or that reach for what is none of their business; three blanks part them. */
const parts = String.raw`
  .   .[]   .[]?   ..   .id   .[0].id   .[0:1]   length   keys   tojson   fromjson   empty   env
  $ENV   env.RESALE_API_KEY   input   inputs   input_filename   debug   stderr   halt   halt_error
  error   error(null)   error({})   not   infinite   nan   1e1000   -0   1/0   @csv   @tsv   @sh
  @json   @base64d   @html   explode   implode   test("(")   splits("a")   to_entries   del(..)
  getpath(["a",0])   setpath([-1]; 1)   [range(1000)]   ltrimstr("a")   "\u001b[2J"   "\u0000"
  "\ud800"   {"__proto__": .}   import "a" as a; .   include "/etc/x"; .   def f: .; f   $__loc__   $x
  reduce .. as $x (0; . + 1)   . as [$a] | $a   now   ltrimstr   (
`
  .trim()
  .split(/\n *| {3}/);
const part = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...parts) }, { weight: 1, arbitrary: oddText });

const expression = fc
  .array(fc.tuple(part, fc.constantFrom(' | ', ', ', ' // ', ' + ', ' ')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().slice(0, -1).join(''));

/** Whatever is said behind --jq, it is done, or refused in words; it sees nothing but the data. */
export const expressions: Fuzzer = {
  name: 'expressions',
  share: 0.02,
  law: (place) =>
    fc.asyncProperty(
      fc.constantFrom('json', 'ndjson'),
      expression,
      oddListings,
      async (format, said, all) => {
        await listed(place, all, ['-o', format, `--jq=${said}`]);
      },
    ),
};
