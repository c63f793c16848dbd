import type { Finding } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { findingLines } from './finding-lines.ts'

const missing = (id: number, severity: Finding['severity'] = 'warning'): Finding => ({
  code: 'REFERENCE_MISSING',
  severity,
  subject: `agent-${id}`,
  message: `it must read what is not there: DIP-${id}`,
  hint: 'Add the files.',
})
const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => index)

test('many findings of one code are summed up after the first few, and others between them are seen', () => {
  const other: Finding = {
    code: 'SOURCE_MISSING',
    severity: 'warning',
    subject: 'late',
    message: 'gone',
    hint: 'Find it.',
  }
  const findings = numbers(70).flatMap((id) => (id === 30 ? [missing(id), other] : [missing(id)]))
  expect(findingLines(findings)).toEqual([
    'warning  REFERENCE_MISSING  agent-0: it must read what is not there: DIP-0',
    'warning  REFERENCE_MISSING  agent-1: it must read what is not there: DIP-1',
    'warning  REFERENCE_MISSING  agent-2: it must read what is not there: DIP-2',
    'warning  REFERENCE_MISSING  and 67 more (--json lists them): agent-3, agent-4, agent-5, agent-6, agent-7, …',
    '           → Add the files.',
    'warning  SOURCE_MISSING  late: gone',
    '           → Find it.',
  ])
})

test('a few are all shown, and the same code of another severity is counted by itself', () => {
  const findings = [...numbers(5).map((id) => missing(id, 'error')), ...numbers(5).map((id) => missing(id))]
  expect(findingLines(findings).filter((line) => line.includes('REFERENCE_MISSING'))).toHaveLength(10)
})

test('remedies that differ are not told for what is summed up', () => {
  const findings = numbers(8).map((id) => ({ ...missing(id), hint: `import ${id}` }))
  expect(findingLines(findings)).toEqual([
    'warning  REFERENCE_MISSING  agent-0: it must read what is not there: DIP-0',
    '           → import 0',
    'warning  REFERENCE_MISSING  agent-1: it must read what is not there: DIP-1',
    '           → import 1',
    'warning  REFERENCE_MISSING  agent-2: it must read what is not there: DIP-2',
    '           → import 2',
    'warning  REFERENCE_MISSING  and 5 more (--json lists them): agent-3, agent-4, agent-5, agent-6, agent-7',
  ])
})

test('a file that the message names is not named twice, and further lines stand under the first', () => {
  const finding: Finding = {
    code: 'X_Y',
    severity: 'error',
    subject: '/a/b',
    message: 'In /a/b:\n  here',
    hint: undefined,
  }
  expect(findingLines([finding])).toEqual(['error    X_Y  In /a/b:', '             here'])
})
