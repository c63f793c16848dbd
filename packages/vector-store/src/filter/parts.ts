/** Values of one IN list: bounds the length of the SQL. */
const valuesPerList = 500

/** Values in parts that fit into an IN list. */
export function parts<T>(values: readonly T[]): readonly (readonly T[])[] {
  const found: (readonly T[])[] = []
  for (let start = 0; start < values.length; start += valuesPerList)
    found.push(values.slice(start, start + valuesPerList))
  return found
}
