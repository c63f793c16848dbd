export function checkExpectations(data: unknown, expects: Readonly<Record<string, string | number | boolean>>) {
  const problems = Object.entries(expects).flatMap(([path, expected]) => {
    const found = valueAt(data, path)
    return found === expected
      ? []
      : [`${path} is ${JSON.stringify(found) ?? 'absent'}, not ${JSON.stringify(expected)}`]
  })
  return problems.length === 0 ? undefined : problems.join('; ')
}

export function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Array.isArray(value) && /^-\d+$/.test(key) ? value.at(Number(key)) : Reflect.get(value, key)
  }
  return value
}
