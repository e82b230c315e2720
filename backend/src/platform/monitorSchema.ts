/** The tables of monitors. */
export interface MonitorTables {}
