import type { Client } from '../client/client.ts';
import { brokenRules } from '../service/broken-rules.ts';
import { type GradedItem, grading } from '../service/grading.ts';
import { gradeMeant } from '../service/typed-values.ts';
import { counted } from '../words/counted.ts';
import { parseFields } from './cells.ts';
import { gradeFault } from './grade-words.ts';
import { type Item, operation, type ReadingOptions, type RowReader } from './operation.ts';
import type { Done } from './outcome.ts';
import { type Constants, identifierText, RowFaults, withConstants, withDefaults } from './row-values.ts';
import type { Step } from './step.ts';

const noEvidence = "grades can't be read back from the service";

/** Grades the items of one shipment. Grades can't be read back, so if the answer is lost, the outcome is unknown. */
export class GradeItems implements Step<'grade'> {
  readonly effect = 'grade';
  readonly before = null;
  readonly after = null;
  readonly closes = false;
  readonly noEvidence = noEvidence;
  readonly id: string | undefined;
  readonly clause: string;

  constructor(
    readonly items: readonly GradedItem[],
    readonly group = '',
  ) {
    this.id = items[0]?.id;
    this.clause = `Grading ${counted(items.length, 'item')}`;
  }

  get intent() {
    return this.id === undefined ? {} : { id: this.id };
  }

  preview(client: Client) {
    return client.preview('gradeItems', this.#request);
  }

  async send(client: Client): Promise<Done> {
    // The items are confirmed, whatever their fields say.
    const answer = await client.call('gradeItems', this.#request, {
      mayBeWrong: ([field, ...within]) => (field === 'items' ? within.length > 1 : field !== undefined),
    });
    return { outcome: 'applied', id: this.id, answer, each: this.#gradesIn(answer.items) };
  }

  /** The grade of each item, as the service has it; as it was sent, if the answer says nothing of it. */
  #gradesIn(answered: readonly Readonly<Record<string, unknown>>[]) {
    const all = [...this.items, ...answered].flatMap(({ id, condition }) =>
      typeof id === 'string' && typeof condition === 'string'
        ? [[id.toLowerCase(), { condition }] as const]
        : [],
    );
    return new Map(all);
  }

  get #request() {
    return { body: { items: [...this.items] } };
  }
}

/** A returned item to be graded, and its shipment. */
class GradingItem implements Item<'grade'> {
  readonly names = [];
  readonly key: readonly [string, string];
  readonly repeated: string;

  constructor(
    readonly shipment: string,
    readonly item: GradedItem,
  ) {
    this.key = [shipment, item.id.toLowerCase()];
    this.repeated = `an earlier row of the shipment already has the item ${item.id}`;
  }

  plan(): Step<'grade'> {
    return new GradeItems([this.item], this.shipment);
  }
}

const columns = ['id', 'condition', 'notes', 'images', 'shipment'];

/** Reads rows with the fields of a graded item. The file is one shipment, unless a `shipment` column groups its rows. */
const rows = ({ isCsv, ignoreExtra, anyConstants, defaults }: ReadingOptions): RowReader<'grade'> => {
  const constants: Constants = { condition: (said) => gradeMeant(said, anyConstants) };
  return {
    columns,
    read(said) {
      const faults = new RowFaults();
      const known = faults.knownFields(said, columns, ignoreExtra);
      const { fields, faults: unread } = isCsv ? parseFields(known) : { fields: known, faults: [] };
      const { shipment: named, ...written } = fields;
      const shipment = named === undefined ? '' : faults.take('shipment', identifierText(named));
      const { fields: item, filled } = withDefaults(withConstants(written, constants), defaults);
      const { condition } = written;
      const unknown = anyConstants || typeof condition !== 'string' ? undefined : gradeFault(condition);
      const broken = brokenRules(grading, { items: [item] }, { anyConstants })
        .map(({ path, message }) => ({ path: path.replace(/^items\[0\]\.?/, ''), message }))
        .filter(({ path }) => unknown === undefined || path !== 'condition');
      faults.addBrokenRules([...unread, ...broken], written, constants);
      if (unknown !== undefined) faults.messages.push(`condition ${unknown}`);
      return shipment === undefined || faults.messages.length > 0
        ? { faults: faults.messages }
        : { item: new GradingItem(shipment, item as unknown as GradedItem), filled };
    },
  };
};

/** Grades returned items, one request per shipment. */
export const grade = operation<'grade'>({
  name: 'grade',
  rows,
  listing: 'none',
  mayRepeat: false,
  effects: {
    grade: {
      planned: 'to grade',
      does: (count) => `grades ${counted(count, 'item')}`,
      needsNoYes: true,
    },
  },
  recover: ({ id }) => ({ id, before: null, clause: `Grading ${id ?? 'an item'}`, noEvidence }),
  combine: (steps) => {
    const graded = steps as readonly GradeItems[];
    return new GradeItems(
      graded.flatMap(({ items }) => items),
      graded[0]?.group,
    );
  },
  changesInventory: false,
  answers: ['condition'],
});
