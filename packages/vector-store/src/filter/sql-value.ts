/** A value as a SQL literal that can't end early: quotes are doubled and backslashes mean nothing in this dialect. */
export function sqlValue(value: string | number): string {
  if (typeof value === 'string') return `'${value.toWellFormed().replaceAll("'", "''")}'`
  return Number.isSafeInteger(value) ? String(value) : `CAST('${value}' AS DOUBLE)`
}

/** Values as the right side of IN. */
export function sqlList(values: readonly (string | number)[]): string {
  return `(${values.map(sqlValue).join(', ')})`
}
