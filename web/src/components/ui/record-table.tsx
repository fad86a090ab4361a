import type { ReactNode } from 'react';
import styles from './record-table.module.css';
import table from './stacking-table.module.css';

export type Column<Row> = { label: string; cell: (row: Row) => ReactNode };

type Props<Row> = { label: string; rows: readonly Row[]; keyOf: (row: Row, index: number) => string; columns: readonly Column<Row>[] };

/** A table of records; on a narrow screen each record becomes a list. */
export const RecordTable = <Row,>({ label, rows, keyOf, columns }: Props<Row>) => (
  <table className={`${table.table} ${styles.table}`} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.label} scope="col">
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)}>
          {columns.map((column) => (
            <td key={column.label} data-label={column.label}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
