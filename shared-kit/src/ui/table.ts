/** Apart from the other pieces, because antd's table weighs as much as all of them and boards do without it. */
export type { DataColumn, DataPaging, DataSelection } from './DataTable.tsx'
export { DataTable } from './DataTable.tsx'
