import type { Fault } from './fault.ts';
import { brokenFraming } from './kinds/broken-framing.ts';
import { brokenPages } from './kinds/broken-pages.ts';
import { feedFiles } from './kinds/feed-files.ts';
import { feedLinks } from './kinds/feed-links.ts';
import { lostAnswers } from './kinds/lost-answers.ts';
import { oddAnswers } from './kinds/odd-answers.ts';
import { places } from './kinds/places.ts';
import { redirects } from './kinds/redirects.ts';
import { repeatedDeliveries } from './kinds/repeated-deliveries.ts';
import { statuses } from './kinds/statuses.ts';
import { wrongContents } from './kinds/wrong-contents.ts';

/** Every fault there is. */
export const faults: readonly Fault[] = [
  ...places,
  ...lostAnswers,
  ...brokenFraming,
  ...oddAnswers,
  ...wrongContents,
  ...statuses,
  ...repeatedDeliveries,
  ...redirects,
  ...brokenPages,
  ...feedLinks,
  ...feedFiles,
];
