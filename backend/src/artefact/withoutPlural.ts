/**
 * The name of a text without its plural form, because languages differ in those: English has `rows_one` and `rows_other`
 * and `place_ordinal_two`, Chinese only `rows_other` and `place_ordinal_other`.
 */
export const withoutPlural = (key: string): string => key.replace(/_(ordinal_)?(zero|one|two|few|many|other)$/, '')
