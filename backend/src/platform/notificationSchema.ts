/** The tables of notices on their way. */
export interface NotificationTables {}
