/** The tables of what starts deploys by itself: webhooks, schedules, trains. */
export interface TriggerTables {}
