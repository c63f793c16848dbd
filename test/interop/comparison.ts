import { isDeepStrictEqual, styleText } from 'node:util'

/** What one side read of what the other side wrote. */
export type Comparison = {
  readonly reader: 'agent0-sdk' | 'datacortex'
  readonly what: string
  readonly expected: Readonly<Record<string, unknown>>
  readonly seen: Readonly<Record<string, unknown>>
}

/** Fields that were not read as they were written. */
export function differences({ expected, seen }: Comparison): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(seen)])]
  return names
    .filter((name) => !isDeepStrictEqual(plain(expected[name]), plain(seen[name])))
    .map((name) => `${name}: expected ${JSON.stringify(expected[name])}, read ${JSON.stringify(seen[name])}`)
}

/** One line for each comparison, and one for each difference. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((one) => ({
    ...one,
    fields: Object.keys(one.expected).join(', '),
    wrong: differences(one),
  }))
  const width = Math.max(...rows.map(({ what }) => what.length))
  return rows
    .flatMap(({ reader, what, fields, wrong }) => [
      `${wrong.length === 0 ? styleText('green', 'same  ') : styleText('red', 'differs')} ${reader}  ${what.padEnd(width)}  ${fields}`,
      ...wrong.map((line) => `        ${line}`),
    ])
    .join('\n')
}

/** Addresses differ in case only by their checksum; what is undefined is not in JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)) return value.toLowerCase()
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}
