import { imageIn } from '../bulk/input/unfold.ts';
import type { Image } from '../service/listing.ts';
import { many } from './value-kinds.ts';

/** A picture as it is typed, `URL notes…`: what follows the first space is the notes. */
export const images = {
  ...many<Image>({
    placeholder: 'URL NOTES',
    description: "A picture's address, and after a space notes for the shop; repeatable",
    read: imageIn,
  }),
  field: 'images',
} as const;

/** Pictures as a person reads them: `URL (notes)`. */
export const imagesInWords = (value: unknown): string =>
  ((value ?? []) as Image[]).map(({ url, notes }) => (notes ? `${url} (${notes})` : url)).join(', ');
