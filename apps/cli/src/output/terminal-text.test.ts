import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { columns } from '@datacortex/wording'
import { style } from './style.ts'
import { terminalText } from './terminal-text.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A terminal with colours. */
function terminal(): NodeJS.WriteStream {
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('FORCE_COLOR', '1')
  return Object.assign(Object.create(process.stdout), { isTTY: true, getColorDepth: () => 4, hasColors: () => true })
}

test('what rewrites a terminal goes, whatever it stands in', () => {
  const evil = 'a\u001b[2J\u001b]0;x\u0007b\u009b31mc\b\r\u001b[31md\u202ee\u{e0041}'
  expect(terminalText(`${evil}\n\tf`)).toBe('a[2J]0;xb31mc[31mde\n\tf')
})

test('the styles of the program stay, and nobody else can write one', () => {
  const line = style('done \u001b[8m\u001b[1m', 'green', terminal())
  expect(terminalText(line)).toBe('\u001b[32mdone [8m[1m\u001b[39m')
  expect(terminalText('\u001b[1234;1234;1234;1mbold')).toBe('[1234;1234;1234;1mbold')
  expect(terminalText(`${style('one', 'bold', terminal())} ${style('two', 'dim', terminal())}`)).toBe(
    '\u001b[1mone\u001b[22m \u001b[2mtwo\u001b[22m',
  )
})

test('columns are as wide as what is seen of them', () => {
  const rows = columns([
    [style('ok', 'green', terminal()), 'a'],
    ['long', 'b'],
  ]).map(terminalText)
  expect(rows.map((row) => stripVTControlCharacters(row))).toEqual(['ok    a', 'long  b'])
})
