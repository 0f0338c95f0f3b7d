import type { Client } from '../http/client.ts';
import { brokenRules } from '../service/broken-rules.ts';
import { conditions } from '../service/constants.ts';
import { type Graded, type GradedItem, grading } from '../service/grading.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { gradeIn, wordOf } from '../service/typed-values.ts';
import { counted } from '../words/counted.ts';
import { UnknownOutcome } from './change-errors.ts';
import { gradeFault, itemSlips } from './grade-words.ts';
import type { Item, Operation, PlannedFields, ReadingOptions, RowColumn, RowReader } from './operation.ts';
import { type Done, problemOf } from './outcome.ts';
import {
  type Constants,
  filledByFlag,
  identifierText,
  parseFields,
  RowFaults,
  withConstants,
  withDefaults,
} from './row-values.ts';
import type { Step } from './step.ts';

const noEvidence = "grades can't be read back from the service";

/** Grades the items of one shipment. Grades can't be read back, so a lost answer stays unknown. */
export class GradeItems implements Step {
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
    // The items that the answer names are confirmed; their other fields do not matter.
    const { items: answered } = await client.call('gradeItems', this.#request, {
      mayBeWrong: ([field, ...within]) => (field === 'items' ? within.length > 1 : field !== undefined),
      doubt: ({ items }) => (this.items.some(({ id }) => itemOf(id, items)) ? undefined : notNamed),
    });
    const results = this.items.map((sent) => resultOf(sent, itemOf(sent.id, answered)));
    const confirmed = results.flatMap(({ answer }) => (answer ? [answer] : []));
    return {
      outcome: confirmed.length === results.length ? 'applied' : 'unknown',
      id: this.id,
      answer: { items: confirmed },
      each: new Map(results.map(({ id, ...result }) => [id.toLowerCase(), { id, ...result }])),
    };
  }

  get #request() {
    return { body: { items: [...this.items] } };
  }
}

const notNamed = 'the answer does not name it';

type AnsweredItem = Graded['items'][number];

const itemOf = (id: string, answered: readonly AnsweredItem[]): AnsweredItem | undefined =>
  answered.find((item) => typeof item.id === 'string' && sameIdentifier(item.id, id));

/** The grade is the one in the answer, or the one that was sent if the answer has none. */
const resultOf = (sent: GradedItem, answer: AnsweredItem | undefined): Done & { id: string } => {
  const { id } = sent;
  if (answer === undefined)
    return { outcome: 'unknown', id, before: null, after: null, error: problemOf(notConfirmed([id])) };
  const condition: unknown = answer.condition ?? sent.condition;
  return {
    outcome: 'applied',
    id,
    answer,
    wanted: sent.condition,
    condition: typeof condition === 'string' ? condition : undefined,
  };
};

/** The error for items that an answer, which confirms others, does not name. */
export const notConfirmed = (ids: readonly string[]): UnknownOutcome =>
  new UnknownOutcome(
    { clause: `Grading ${ids.join(', ')}`, id: ids[0], before: null },
    `${notNamed}; ${noEvidence}`,
    { cause: undefined },
  );

class GradingItem implements Item {
  readonly names = [];
  readonly key: readonly [string, string];
  readonly repeated: string;

  constructor(
    readonly shipment: string,
    readonly item: GradedItem,
  ) {
    this.key = [shipment, item.id.toLowerCase()];
    this.repeated = `another row of the shipment has the item ${item.id}, too`;
  }

  fields(): PlannedFields {
    return { id: this.item.id, payload: { ...this.item }, group: this.shipment };
  }

  plan(): Step {
    return new GradeItems([this.item], this.shipment);
  }
}

const columns: readonly RowColumn[] = [
  { name: 'id', about: 'UUID of the returned item' },
  {
    name: 'condition',
    about: `the grade: ${conditions.map(wordOf).join(', ')}, or another word with --no-check`,
  },
  { name: 'notes', about: 'notes about it' },
  { name: 'images', about: 'URLs of pictures, separated by |', flag: 'image' },
  { name: 'shipment', about: 'any word; rows with the same word are one shipment' },
];

/** The file is one shipment, unless it has a column `shipment`. */
const rows = ({
  columns: ofFile,
  ignoreExtra = false,
  anyConstants = false,
  defaults = {},
}: ReadingOptions): RowReader => {
  const constants: Constants = {
    condition: { read: (word) => gradeIn(word, anyConstants), words: conditions.map(wordOf) },
  };
  return {
    columns,
    read(cells, _, called) {
      const faults = new RowFaults(called);
      const known = faults.knownFields(cells, columns, ignoreExtra);
      const { fields, faults: unread } = ofFile ? parseFields(known) : { fields: known, faults: [] };
      const { shipment: named, ...written } = fields;
      const shipment = named === undefined ? '' : faults.take('shipment', identifierText(named));
      const item = withDefaults(withConstants(written, constants), defaults);
      const { condition } = written;
      const unknown = anyConstants || typeof condition !== 'string' ? undefined : gradeFault(condition);
      const slips = itemSlips(item);
      const broken = brokenRules(grading, { items: [item] }, { anyConstants })
        .map((rule) => ({ ...rule, path: rule.path.replace(/^items\[0\]\.?/, '') }))
        .map((rule) => (rule.path === 'condition' ? filledByFlag(rule, 'condition') : rule))
        .filter(({ path }) => unknown === undefined || path !== 'condition')
        .filter(({ path }) => slips.every((slip) => slip.path !== path));
      faults.addBrokenRules([...unread, ...broken, ...slips], written, constants);
      if (unknown !== undefined) faults.messages.push(`condition ${unknown}`);
      return shipment === undefined || faults.messages.length > 0
        ? { faults: faults.messages }
        : { item: new GradingItem(shipment, item as unknown as GradedItem) };
    },
  };
};

export const grade: Operation = {
  name: 'grade',
  columns,
  rows,
  listing: 'none',
  mayRepeat: false,
  itemsOfPlan:
    () =>
    ({ payload, group = '' }) =>
      new GradingItem(group, payload as unknown as GradedItem),
  recover: ({ id }) => ({ id, before: null, clause: `Grading ${id ?? 'an item'}`, noEvidence }),
  groups: {
    called: 'shipment',
    mostUnasked: 200,
    combine(steps) {
      const graded = steps as readonly GradeItems[];
      return new GradeItems(
        graded.flatMap(({ items }) => items),
        graded[0]?.group,
      );
    },
  },
  changesInventory: false,
  answers: ['wanted', 'condition'],
};
