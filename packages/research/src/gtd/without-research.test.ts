import { expect, test } from 'vitest'
import { withoutResearch } from './without-research.ts'

const made = '* TODO Resolve 24 versus 60\n:PROPERTIES:\n:CREATED: 2026-11-22\n:RESEARCH: r-7f3a12bc\n:END:\n'

test.each([
  ['', ''],
  ['* TODO My own task\nIt has a body.\n', '* TODO My own task\nIt has a body.\n'],
  ['* TODO Mine\n:PROPERTIES:\n:RESEARCH: later\n:END:\n', '* TODO Mine\n:PROPERTIES:\n:RESEARCH: later\n:END:\n'],
  [made, ''],
  [`${made}Its body.\n* TODO My own\n${made}`, '* TODO My own'],
  [
    `Before.\r\n${made.replaceAll('\n', '\r\n')}** A thought of my own below it\r\n`,
    'Before.\n** A thought of my own below it',
  ],
])('%j keeps what a person wrote, in its place', (text, own) => {
  const left = withoutResearch(text)
  expect(
    left
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .join('\n'),
  ).toBe(own.trimEnd())
  expect(left).toHaveLength(text.length)
  for (const line of own.trimEnd().split('\n')) expect(left.indexOf(line)).toBe(text.indexOf(line))
})
