import { expect, test } from 'vitest'
import { memoryTitle } from './memory-rows.ts'

test.each([
  ['Researched RWA.\nKey finding: SPVs allow shares.\nMore.', 'SPVs allow shares'],
  ['- Lesson:  tabs   win', 'tabs win'],
  ['Tokenization requires clear data provenance. It was hard.', 'Tokenization requires clear data provenance'],
  ['No end', 'No end'],
  ['Version 1.2 is out. Good.', 'Version 1.2 is out'],
  ['x'.repeat(300), `${'x'.repeat(119)}…`],
  ['  \n ', ''],
])('%j gives %j', (summary, title) => {
  expect(memoryTitle(summary)).toBe(title)
})
