import { expect, test } from 'vitest'
import { matchingLine } from './matching-line.ts'

test.each([
  ['# Tides\n\nThe sea.\n- Spring tides follow the moon.', 'Spring tides follow the moon.'],
  ['The sea.\nThe land.', 'The sea.'],
  ['- [ ] Ask about spring tides\nThe sea.', 'Ask about spring tides'],
  ['> > Spring comes.\n', 'Spring comes.'],
  ['## Spring\n\nIt is late.', 'It is late.'],
  ['## Spring tides of the moon', 'Spring tides of the moon'],
  ['# Tides\n<< [[Spring]] | [[Moon]] >>\nThe sea.', 'The sea.'],
  ['<< [[Spring]] | [[Moon]] >>', '<< [[Spring]] | [[Moon]] >>'],
  ['# Tides', ''],
  ['', ''],
])('%j', (snippet, line) => {
  expect(matchingLine(snippet, { query: 'spring tides of the moon', title: 'Tides' })).toBe(line)
})
