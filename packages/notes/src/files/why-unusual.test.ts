import { expect, test } from 'vitest'
import { whyUnusual } from './why-unusual.ts'

test('marks and indentation are deep, blanks alone are not', () => {
  const deep = 'is nested or indented too deep at line 2'
  for (const line of ['>'.repeat(101), '- '.repeat(60), `${' '.repeat(101)}a`])
    expect(whyUnusual(`a\n${line}`)).toBe(deep)
  for (const line of ['', ' '.repeat(5000), '\t'.repeat(200), `${'> '.repeat(50)}a`, 'a'.repeat(5000)])
    expect(whyUnusual(`a\n${line}\nb`)).toBeUndefined()
})
