/** Apart from the other pieces, because antd's table weighs as much as all of them and boards do without it. */

export { DataTable } from './DataTable.tsx'
export type { DataColumn, DataPaging, DataSelection } from './dataColumn.ts'
