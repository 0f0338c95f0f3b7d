import { conditions } from '../../service/constants.ts';
import { faultsIn } from '../../service/faults.ts';
import { type GradedItem, grading } from '../../service/grading.ts';
import { constantMeant, constantOf } from '../../service/typed-values.ts';
import { slipOf } from '../../words/nearest.ts';
import { unfoldFields } from '../input/unfold.ts';
import { identifierText } from '../input/values.ts';
import type { Operation, OperationOptions, ReadRow } from '../operation.ts';
import { type Constants, Faults, withConstants } from './fields.ts';

/** A grade can't be taken back, so what looks like a slip of the finger is not taken for a word of the service. */
const slipIn = (said: unknown): string | undefined => {
  const meant = typeof said === 'string' ? slipOf(said, conditions) : undefined;
  return meant && `condition can't be '${said}': did you mean ${meant}? --no-check sends it as it is`;
};

const columns = ['id', 'condition', 'notes', 'images', 'shipment'] as const;

/** Rows with the fields of a graded item. The file is one shipment, unless `shipment` says which row is in which. */
export const gradeOperation = ({ isCsv, ignoreExtra, anyConstants }: OperationOptions): Operation => {
  const constants: Constants = {
    // Returns have more grades than the tool knows, and all have the form of a constant.
    condition: (said) => (anyConstants ? constantMeant(conditions, said) : constantOf(said)),
  };
  return {
    name: 'grade',
    columns,
    read(row): ReadRow {
      const faults = new Faults();
      faults.unknownFields(row, columns, ignoreExtra);
      const { fields, faults: unread } = isCsv
        ? unfoldFields(row.fields)
        : { fields: row.fields, faults: [] };
      const { shipment: said, ...written } = fields;
      const shipment = said === undefined ? '' : faults.take('shipment', identifierText(said));
      const item = withConstants(written, constants);
      const slip = anyConstants ? undefined : slipIn(written.condition);
      const broken = faultsIn(grading, { items: [item] }, { anyConstants })
        .map(({ path, message }) => ({ path: path.replace(/^items\[0\]\.?/, ''), message }))
        .filter(({ path }) => slip === undefined || path !== 'condition');
      faults.broken([...unread, ...broken], written, constants);
      if (slip !== undefined) faults.said.push(slip);
      return shipment === undefined || faults.said.length > 0
        ? { faults: faults.said }
        : { item: { kind: 'grade', shipment, item: item as unknown as GradedItem } };
    },
  };
};
