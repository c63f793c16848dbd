import { expect, test } from 'vitest'
import { parseRegistry } from './parse-registry.ts'

const parse = (text: string): ReturnType<typeof parseRegistry>['registry'] =>
  parseRegistry(text, { file: 'a' }).registry

test.each([
  ['2026-01-01', true, '2026-01-01'],
  ['"since 2025"', true, 'since 2025'],
  ['1', true, undefined],
  ['{since: 2025}', true, undefined],
  ['[x]', true, undefined],
  ['"No"', false, undefined],
  ['0', false, undefined],
  ['~', undefined, undefined],
])('an agent with `removed: %s` and the same of deprecated', (value, expected, note) => {
  const { agents, findings } = parse(
    `agents:\n  a: {description: d, removed: ${value}}\n  b: {description: d, deprecated: ${value}}`,
  )
  const [removed, deprecated] = [agents.get('a')?.entry, agents.get('b')?.entry]
  expect([removed?.removed, deprecated?.deprecated]).toEqual([expected, expected])
  expect([removed?.note, deprecated?.note]).toEqual([note, note])
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const isReported = findings.some(({ code, severity }) => code === 'REGISTRY_STATUS_VALUE' && severity === 'info')
  expect(isReported).toBe(expected === true || value === '0')
})
