import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { scanMarkdown } from './scan-markdown.ts'

test('reads usual Markdown as the full parser does', () => {
  const text = [
    '# One #',
    'text `[[code]]` ``two ` ticks`` and [a link](a.md) ![pic](b.md) [c](<d e.md>) `list[0](x)` <!-- [y](y) -->',
    '',
    '```js',
    '# no heading `x`',
    '```',
    '',
    '~~~',
    '```',
    '~~~',
    '## Two',
    '<!-- one line -->',
    '',
    '<!-- several',
    '',
    '# lines -->',
    '',
    '###### Six',
    '#no heading',
    'unclosed ` tick',
    '',
    '````',
    '```',
    'until the end',
  ].join('\n')
  const scanned = scanMarkdown(text)
  const parsed = readMarkdown(text)
  expect(scanned.headings).toEqual(parsed.headings)
  expect(scanned.destinations).toEqual(parsed.destinations)
  expect(scanned.opaque).toEqual(parsed.opaque)
})
