import { type Markup, markup } from '../../html/document.ts';
import { scramble } from '../state/chance.ts';
import type { Offer } from './offer.ts';

/** A kind of thing as it is drawn, on 200 by 240: its outline, and the lines on its front. */
interface Shape {
  means: RegExp;
  outline: string;
  lines: string;
}

const shapes: readonly Shape[] = [
  {
    means: /\b(?:overall|romper|jumpsuit|snowsuit)/i,
    outline:
      'M76 44 50 56 34 114 54 120 64 92 61 206H94L100 142 106 206H139L136 92 146 120 166 114 150 56 124 44Q100 60 76 44Z',
    lines: 'M100 54V142M76 44Q100 60 124 44M64 92H72M128 92H136M62 192H94M106 192H138',
  },
  {
    means: /\b(?:parka|jacket|fleece|hood|anorak|vest)/i,
    outline:
      'M76 60Q70 28 100 28 130 28 124 60L158 74 178 146 152 152 143 114V188H57V114L48 152 22 146 42 74Z',
    lines:
      'M76 60Q100 76 124 60M100 68V188M57 176H143M66 150 84 140M134 150 116 140M82 56Q82 40 100 40 118 40 118 56',
  },
  {
    means: /\b(?:coat|blazer|cape)|mantel\b/i,
    outline: 'M72 44 40 60 19 152 44 158 58 110 51 210H149L142 110 156 158 181 152 160 60 128 44 100 54Z',
    lines: 'M72 44 100 100 128 44M100 100V210M64 158H86M114 158H136M108 122h.5M108 146h.5M108 170h.5',
  },
  {
    means: /\b(?:dress|skirt|gown)|kleid\b/i,
    outline: 'M78 38 70 40 64 80 75 108 42 206Q100 222 158 206L125 108 136 80 130 40 122 38Q100 70 78 38Z',
    lines: 'M78 38 114 108M75 108H125M100 108 84 212M112 108 122 212',
  },
  {
    means: /\b(?:jeans|trouser|pants|chino|shorts|legging|bottoms)|hose\b/i,
    outline: 'M66 36H134L146 208H110L100 98 90 208H54Z',
    lines:
      'M65 50H135M100 50V98M108 50Q108 78 100 84M66 62Q80 64 82 50M134 62Q120 64 118 50M55 196H91M109 196H145',
  },
  {
    means: /\bboot|stiefel/i,
    outline: 'M62 60H114V140Q116 154 146 158 170 162 170 182V198H112L108 190 98 198H56L60 150Z',
    lines: 'M57 184H170M84 100 104 96 100 136 90 138ZM62 72H114',
  },
  {
    means: /\b(?:shoe|sneaker|trainer|sandal|loafer)|schuh/i,
    outline:
      'M28 200V168Q28 136 42 124 56 136 72 128 96 158 136 162 174 166 174 190V200Q174 206 168 206H34Q28 206 28 200Z',
    lines: 'M28 192H174M76 141 86 133M87 150 97 142M99 157 108 149M28 166Q44 160 56 164',
  },
  {
    means: /\b(?:bag|hand ?bag|weekender|tote|backpack|purse)|tasche/i,
    outline:
      'M66 108Q66 54 100 54 134 54 134 108H158L168 194Q168 202 160 202H40Q32 202 32 194L42 108ZM74 108H126Q126 62 100 62 74 62 74 108Z',
    lines: 'M66 108V132M134 108V132M74 108V132M126 108V132M38 146H162M94 140H106V154H94Z',
  },
  {
    means: /\b(?:beanie|hat|cap|accessor)|mütze/i,
    outline:
      'M52 152Q52 84 90 78 84 58 100 56 116 58 110 78 148 84 148 152H154V180Q154 184 150 184H50Q46 184 46 180V152Z',
    lines:
      'M52 152H148M74 152Q76 104 92 82M126 152Q124 104 108 82M100 152V84M66 158V178M83 158V178M100 158V178M117 158V178M134 158V178',
  },
  {
    means: /\b(?:shirt|blouse|top|pullover|sweat|jumper|tee|polo|knit|cardigan)/i,
    outline: 'M70 58 40 72 20 132 46 140 57 112V200H143V112L154 140 180 132 160 72 130 58Q100 80 70 58Z',
    lines:
      'M70 58 88 86 100 70 112 86 130 58M100 70V200M57 112 62 92M143 112 138 92M106 102h.5M106 132h.5M106 162h.5M112 104H128V122H112Z',
  },
];

/** The shape of anything else: a tag. */
const tag = {
  outline: 'M60 104 100 62 140 104V196Q140 202 134 202H66Q60 202 60 196Z',
  lines: 'M100 96m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M100 89Q104 50 132 40M78 140H122M78 158H122M78 176H104',
};

/** The shape of the first description that has one. */
const shapeOf = (kinds: readonly string[]): Pick<Shape, 'outline' | 'lines'> => {
  for (const kind of kinds) {
    const shape = shapes.find(({ means }) => means.test(kind));
    if (shape) return shape;
  }
  return tag;
};

/** Colours by their names. The first match counts, so longer names come first. */
const colours: Readonly<Record<string, string>> = {
  'moss green': '#71804f',
  'ink blue': '#31415f',
  'off-white': '#f2eee4',
  écru: '#e3d8be',
  ecru: '#e3d8be',
  charcoal: '#4c5055',
  rosé: '#d9a5a2',
  mustard: '#c99a33',
  aubergine: '#5a3654',
  navy: '#2b3a5b',
  burgundy: '#6d2435',
  turquoise: '#4fa7a5',
  khaki: '#9a8f67',
  olive: '#767443',
  camel: '#bd9461',
  beige: '#d8c7a6',
  cream: '#efe5cd',
  black: '#2c2d30',
  white: '#f4f3ef',
  brown: '#7b5740',
  green: '#4f7d5a',
  orange: '#cf7a3a',
  yellow: '#dcb848',
  purple: '#775a96',
  pink: '#d994ab',
  grey: '#8d9295',
  gray: '#8d9295',
  blue: '#46699b',
  sky: '#9fc4db',
  red: '#b1433d',
};

const otherColours = ['#8a9a86', '#a58f7d', '#7f93a3', '#b39a9c', '#9c9a72'] as const;
const grounds = ['#e9e4da', '#dfe6e6', '#e3e7dc', '#ece1da'] as const;

const isDark = (colour: string): boolean =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) < 270;

/** The subjects of an item's pictures: its front, its back, then details. */
const views = ['front', 'back', 'detail', 'other detail'] as const;
const frames = ['0 0 200 240', '0 0 200 240', '62 40 80 96', '40 130 80 96'] as const;

/** A picture drawn from the words of an item. A decoration repeats the words beside it, so it is hidden from screen readers. */
export const picture = ({ listing, kinds, colour }: Offer, number: number, isDecoration: boolean): Markup => {
  const { outline, lines } = shapeOf(kinds);
  const chance = scramble(Number.parseInt(listing.id.slice(0, 8), 16));
  const words = colour.toLowerCase();
  const name = Object.keys(colours).find((word) => words.includes(word));
  const fill = name === undefined ? otherColours[chance % otherColours.length] : colours[name];
  const ink = isDark(fill ?? '') ? '#fff' : '#000';
  const view = Math.min(number, views.length - 1);
  const isBack = views[view] === 'back';
  const label = isDecoration
    ? markup`aria-hidden="true"`
    : markup`role="img" aria-label="Picture ${number + 1}: the ${views[view] ?? ''}, drawn from the listing's own words"`;
  return markup`<svg class="picture" viewBox="${frames[view] ?? frames[0]}" ${label} preserveAspectRatio="xMidYMid slice"><rect width="200" height="240" fill="${grounds[(chance >>> 8) % grounds.length]}"/><ellipse cx="100" cy="212" rx="62" ry="6" fill="#000" fill-opacity=".07"/><g ${isBack ? markup`transform="matrix(-1 0 0 1 200 0)"` : ''} stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="${outline}" fill="${fill}" fill-rule="evenodd" stroke="#000" stroke-opacity=".3" vector-effect="non-scaling-stroke"/>${isBack ? '' : markup`<path d="${lines}" fill="none" stroke="${ink}" stroke-opacity=".4" vector-effect="non-scaling-stroke"/>`}</g></svg>`;
};
