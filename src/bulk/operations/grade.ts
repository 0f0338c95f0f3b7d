import { faultsIn } from '../../service/faults.ts';
import { type GradedItem, grading } from '../../service/grading.ts';
import { unfoldFields } from '../input/unfold.ts';
import { identifierText } from '../input/values.ts';
import type { Operation, OperationOptions, ReadRow } from '../operation.ts';
import { Faults } from './fields.ts';

const columns = ['id', 'condition', 'notes', 'images', 'shipment'] as const;

/** Rows with the fields of a graded item. The file is one shipment, unless `shipment` says which row is in which. */
export const gradeOperation = ({ isCsv, ignoreExtra, anyConstants }: OperationOptions): Operation => ({
  name: 'grade',
  columns,
  read(row): ReadRow {
    const faults = new Faults();
    faults.unknownFields(row, columns, ignoreExtra);
    const { fields, faults: unread } = isCsv ? unfoldFields(row.fields) : { fields: row.fields, faults: [] };
    const { shipment: said, ...item } = fields;
    const shipment = said === undefined ? '' : faults.take('shipment', identifierText(said));
    for (const { path, message } of unread) faults.said.push(`${path} ${message}`);
    for (const { path, message } of faultsIn(grading, { items: [item] }, { anyConstants }))
      faults.said.push(`${path.replace(/^items\[0\]\.?/, '')} ${message}`);
    return shipment === undefined || faults.said.length > 0
      ? { faults: faults.said }
      : { item: { kind: 'grade', shipment, item: item as unknown as GradedItem } };
  },
});
