import type { Effect, KeptRequest, Listing } from './books.ts';

export type Operation = 'set' | 'adjust' | 'close' | 'create' | 'grade' | 'undo';

/** What a row of a file asks for. */
export interface Row {
  readonly line: number;
  readonly listing: string | undefined;
  readonly quantity?: number;
  readonly delta?: number;
  readonly creation?: { externalIdentifier: string; sku: string; condition: string };
  readonly item?: string;
}

/** The value behind a flag. */
export const flagOf = (argv: readonly string[], name: string): string | undefined => {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
};

/** Reads what rows ask for. */
export class RowReader {
  constructor(readonly listings: readonly Listing[]) {}

  /** The id of a listing that is named by it, by its external identifier, or by its SKU. */
  #named = (name: string | undefined): string | undefined => {
    const low = name?.toLowerCase();
    const there = this.listings.find(
      ({ id, sku, externalIdentifier }) => id === low || sku === name || externalIdentifier === name,
    );
    return there?.id ?? low;
  };

  /** The rows of a file of comma-separated values. */
  ofFile(operation: Operation, text: string): Row[] {
    const [head = '', ...lines] = text.trimEnd().split('\n');
    const columns = head.split(',');
    return lines.map((line, index) => {
      const cells = Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '', cell]));
      return this.of(operation, index + 2, cells);
    });
  }

  /** One row, by its cells. */
  of(operation: Operation, line: number, cells: Readonly<Record<string, string>>): Row {
    const {
      id,
      externalIdentifier = '',
      listing,
      quantity,
      delta,
      condition = '',
      productIdentifier: sku = '',
    } = cells;
    switch (operation) {
      case 'create':
        return { line, listing: undefined, creation: { externalIdentifier, sku, condition } };
      case 'grade':
        return { line, listing: undefined, item: id ?? '' };
      case 'set':
        return {
          line,
          listing: this.#named(id ?? listing ?? externalIdentifier),
          quantity: Number(quantity),
        };
      case 'adjust':
        return { line, listing: this.#named(id ?? listing ?? externalIdentifier), delta: Number(delta) };
      default:
        return { line, listing: this.#named(id ?? listing ?? externalIdentifier), quantity: 0 };
    }
  }

  /** The row of a command line about one listing, creation or item. */
  ofLine(operation: Operation, argv: readonly string[]): Row[] {
    const operands = argv[0] === 'grade' ? argv.slice(1) : argv.slice(2);
    const [id = '', value = ''] = operands;
    const cells = {
      id,
      quantity: value,
      delta: value,
      externalIdentifier: flagOf(argv, '--external-id') ?? '',
      productIdentifier: flagOf(argv, '--product-id') ?? '',
      condition: (flagOf(argv, '--condition') ?? '').toUpperCase(),
    };
    return [this.of(operation, 1, cells)];
  }
}

/** Whether an effect is what a row asks for. An undo has a row for each listing. */
export const isEffectOf = (row: Row, { listing, before, after, cause }: Effect): boolean => {
  if (!('request' in cause)) return false;
  if (row.creation)
    return before === undefined && cause.request.body.externalIdentifier === row.creation.externalIdentifier;
  if (listing !== row.listing) return false;
  if (row.delta !== undefined) return before !== undefined && after - before === row.delta;
  return row.quantity === undefined || after === row.quantity;
};

/** Whether a request was to do what a row asks for. */
export const isRequestFor = (row: Row, { kind, listing, body }: KeptRequest): boolean => {
  if (row.creation) return kind === 'creation' && body.externalIdentifier === row.creation.externalIdentifier;
  if (row.item !== undefined)
    return kind === 'grading' && body.items?.some(({ id }) => id === row.item) === true;
  if (kind !== 'change' || listing !== row.listing) return false;
  const { action, oldInventory = 0, newInventory = 0, inventoryAdjustment } = body;
  if (row.delta !== undefined)
    return action === 'ADJUST_INVENTORY'
      ? inventoryAdjustment === row.delta
      : newInventory - oldInventory === row.delta;
  return row.quantity === undefined || newInventory === row.quantity;
};
