import { flagName, type UsageFault } from '../../flags/values.ts';
import { conditions, sources } from '../../service/constants.ts';
import { wordOf } from '../../service/typed-values.ts';
import { didYouMean } from '../../words/nearest.ts';
import { type Creation, creationFlags } from './creation-flags.ts';

const closedLists = [
  { flag: 'condition', known: conditions as readonly string[], field: 'condition' },
  { flag: 'source', known: sources as readonly string[], field: 'productDataSourceType' },
] as const;

/** The flags that say a constant which the tool does not know. */
export const unknownConstants = (given: Creation): UsageFault[] =>
  closedLists.flatMap(({ flag, known, field }) => {
    const said = given[flag];
    if (said === undefined || known.includes(said)) return [];
    const { choices = [] } = creationFlags[flag];
    const message = `must be one of ${choices.join(', ')}, not '${said}'${didYouMean(wordOf(said), choices)}`;
    return [{ name: flagName(flag), message, field }];
  });
