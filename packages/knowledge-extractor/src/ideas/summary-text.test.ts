import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { summarise } from '../text/summarise.ts'
import { summaryText } from './summary-text.ts'

function summaryOf(text: string): string {
  return summaryText(documentOf(text), summarise(text, { sentences: 3 }))
}

test.each([
  [
    '# Jobs\n\n- [ ] Buy lamps.\n- [x] Paint the door\n> * [ ] Ask the council\n>   about the quay',
    'To do: Buy lamps; Ask the council about the quay. Done: Paint the door.',
  ],
  ['- [x] Paint the door', 'Done: Paint the door.'],
  [
    Array.from({ length: 7 }, (_, place) => `- [ ] Call number ${place}`).join('\n'),
    'To do: Call number 0; Call number 1; Call number 2; Call number 3; Call number 4 … and 2 more.',
  ],
  ['# Packing\n\n- Lamps\n- Rope', 'Lamps; Rope'],
  ['# Pier\n\nThe pier is old. Who paints it?\n\n- [ ] Paint it', 'The pier is old. Who paints it?'],
  ['# Pier\n\n## Wood\n\n## Iron', 'Wood\n\nIron'],
  ['# Pier', 'Pier'],
  [
    'The [pier](https://example.org/a_(b)) of ![Sellow](x.png) is [old][1].\n\n- ### Harbour walls of stone',
    'The pier of Sellow is [old][1]. Harbour walls of stone',
  ],
  [
    'Feb 20, 2026, 4:55 pm\n\n5 replies\n\nThe pier is old and nobody paints it.',
    'The pier is old and nobody paints it.',
  ],
  ['12 May 2024\n\n3 views', '12 May 2024; 3 views'],
])('%j is summed up as %j', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})
