import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extract, turnsOf, words } from './__fixtures__/extract.ts'
import { type Said, encoders } from './__fixtures__/samples.ts'
import { accepts } from './accepts.ts'
import { expectExtraction } from '@datacortex/testkit'

// What headings, fences, lists, tables, quotes, mentions, tags and right-to-left words would break.
const word = fc.constantFrom(
  ...`tide|moon|Ebbe|fête|mañana|naïve|2024|C3PO|שלום|潮汐|a:b|x_y|# not|> said|- item|1. one|\`code\`|**bold**|<b>|a < b
---|===|<!-- note -->|[link](https://a.example/x)|[brackets]|Name: hello|12/03/2022, 14:08|![pic](https://a.example/p.png)|&amp;`.split(
    /[|\n]/,
  ),
  '|',
  '\u200bhidden',
  '\n```js\nblock <b>\n```\n',
)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n', '\n\n')), { minLength: 1, maxLength: 12 })
  .map((parts) => `begin ${parts.flat().join('')} end`)
const turns: fc.Arbitrary<readonly Said[]> = fc
  .array(text, { minLength: 2, maxLength: 8 })
  .map((texts) =>
    texts.map((said, index) => ({ speaker: ['Ann Lee', 'Bo', 'Cy O’Neil'][index % 3] ?? '', text: said })),
  )

test.each(Object.entries(encoders))(
  'every word of the active branch of %s appears once, in order, with its speaker',
  async (format, encode) => {
    await fc.assert(
      fc.asyncProperty(turns, async (said) => {
        const sample = encode(said)
        expect(accepts(sample.input)).toBe(true)
        const extraction = await extract(sample.input)
        expectExtraction(extraction, { name: 'agent-conversation-parser' })
        expect(extraction.documents).toHaveLength(1)
        const [document] = extraction.documents
        if (document === undefined) return
        expect(document.conversation?.format).toBe(format)
        expect(turnsOf(document).map(({ speaker, text: body }) => [speaker, ...words(shown(body))])).toEqual(
          sample.turns.map(({ speaker, text: body }) => [speaker, ...words(shown(body))]),
        )
        // Nothing but headings and turns is there.
        expect(words(document.text).join(' ')).not.toContain('unwanted')
      }),
      { numRuns: process.env['LONG'] === undefined ? 20 : 200 },
    )
  },
)

/** Entities and escapes are marks, not words. */
function shown(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
