/** The tables of what belongs to a project beside its repository: its files, its processes. */
export interface ProjectPartTables {}
