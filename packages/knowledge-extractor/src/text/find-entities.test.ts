import { expect, test } from 'vitest'
import { findEntities } from './find-entities.ts'

test.each<readonly [string, readonly string[]]>([
  ['The Bank of England met Ada Lovelace.', ['Bank of England', 'Ada Lovelace']],
  ['Tides rise. NASA and the WHO agreed.', ['NASA', 'WHO']],
  ['Paris is old. We like Paris.', ['Paris', 'Paris']],
  ['Write to me@example.org or see https://example.org/A/Big.', ['me@example.org', 'https://example.org/A/Big']],
  ['On 2024-05-06 doi 10.1000/xyz123 cites arXiv:2101.00001.', ['2024-05-06', '10.1000/xyz123', 'arXiv:2101.00001']],
  ['Der Hund und die Katze sahen das Haus und den Baum der Stadt, auch Anna Schmidt.', ['Anna Schmidt']],
])('finds what %j names', (text, expected) => {
  const found = findEntities(text)
  expect(found.map((entity) => entity.text)).toEqual(expected)
  for (const { text: words, start, end } of found) expect(text.slice(start, end)).toBe(words)
})
