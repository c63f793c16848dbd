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

test('what rewrites a terminal or turns a name around is spelled out, whatever it stands in', () => {
  const evil = 'a\u001b[2J\u001b]0;x\u0007b\u009b31mc\b\r\u001b[31md\u202ee\u{e0041}'
  expect(terminalText(`${evil}\n\tf`)).toBe(
    String.raw`a\u{1b}[2J\u{1b}]0;x\u{7}b\u{9b}31mc\u{8}\u{d}\u{1b}[31md\u{202e}e\u{e0041}` + '\n\tf',
  )
  expect(terminalText('line\r\nnext 👩\u200d🔬')).toBe('line\nnext 👩\u200d🔬')
})

test('the styles of the program stay, and nobody else can write one', () => {
  const line = style('done \u001b[8m\u001b[1m', 'green', terminal())
  expect(terminalText(line)).toBe('\u001b[32mdone \\u{1b}[8m\\u{1b}[1m\u001b[39m')
  expect(terminalText('\u001b[1234;1234;1234;1mbold')).toBe('\\u{1b}[1234;1234;1234;1mbold')
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
