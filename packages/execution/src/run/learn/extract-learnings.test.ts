import { expect, test } from 'vitest'
import { extractLearnings } from './extract-learnings.ts'
import { isRecalled } from './remember-run.ts'

test('first paragraph and marked insights', () => {
  const text = `---
title: Tides
---
# Tides of the harbour

> A quotation that is not ours at all.

\`\`\`
code is not a paragraph of five words
## Insights
- not this one
\`\`\`

The **tides** of the harbour
come twice a day.

Insight: The mole keeps the swell out.

* **Insight:** Springs follow the full moon.

### Key learnings:

1. Neaps are weak.
- Neaps are weak.
- Ask the harbour master first.

## Sources

- The harbour's tables
`
  expect(extractLearnings(text)).toEqual({
    summary: 'The tides of the harbour come twice a day.',
    insights: [
      'The mole keeps the swell out.',
      'Springs follow the full moon.',
      'Neaps are weak.',
      'Ask the harbour master first.',
    ],
  })
})

test.each([
  '',
  'OK',
  'Done.',
  '# Only a heading of five words here',
  '- one item with five words',
  '```\nnever closed and so all code',
])('%j says nothing', (text) => {
  expect(extractLearnings(text)).toEqual({ summary: '', insights: [] })
})

test('long texts are cut between words, many insights are not all kept', () => {
  const { summary, insights } = extractLearnings(
    `${'wave after wave '.repeat(200)}\n\n## Insights\n${Array.from({ length: 50 }, (_, i) => `- number ${i}`).join('\n')}`,
  )
  expect(summary.length).toBeLessThan(605)
  expect(summary).toMatch(/(?:wave|after) …$/)
  expect(insights).toHaveLength(20)
})

test('a heading may end in the signs that it begins with', () => {
  const { insights } = extractLearnings('## Insights ##\n\n- Tides turn.\n\n#  Lessons learned:  #\n\n- Boats wait.\n')
  expect(insights).toEqual(['Tides turn.', 'Boats wait.'])
})

test('lines by which an agent speaks to who asked are nothing that it learned', () => {
  for (const line of ['FILE: reports/the tides of the harbour.md', 'INPUT_REQUIRED: Which of the seas do you mean?'])
    expect(extractLearnings(line, { task: 'tides of the seas' }).summary).toBe('')
})

test('of hostile text nothing is learned but what it says', () => {
  for (const text of [
    '**'.repeat(2000),
    '- '.repeat(2000),
    '#'.repeat(2000),
    ' '.repeat(3000),
    '* * '.repeat(2000),
    `#${' '.repeat(500)}a${' '.repeat(480)}\u2028x\n`.repeat(5),
  ])
    expect(extractLearnings(text)).toEqual({ summary: '', insights: [] })
  expect(extractLearnings('a b c d e\n\n'.repeat(2000))).toEqual({ summary: 'a b c d e', insights: [] })
})

test('what was given is recalled, whatever marks stand around it', () => {
  const given = '- **Spring tides** come two days after full moon (see [[Moon]]).'
  expect(isRecalled('spring tides come: two days after full moon', given)).toBe(true)
  expect(isRecalled('Spring tides come two days …', given)).toBe(true)
  expect(isRecalled('Spring tides come three days after full moon', given)).toBe(false)
  expect(isRecalled('', given)).toBe(true)
})

test.each(['潮汐每天来两次，每次晚一个小时左右。', 'น้ำขึ้นน้ำลงมาวันละสองครั้งที่ท่าเรือนี้', 'この港の潮は一日に二回来ます。'])(
  '%s is a paragraph, though it has no blanks',
  (text) => {
    expect(extractLearnings(`# 港\n\n好\n\n${text}`).summary).toBe(text)
  },
)

test.each([
  ["Sure!\nI'd be happy to help with that.", 'I hope this helps! Let me know if you have questions.'],
  ['Natürlich, ich helfe Ihnen sehr gerne dabei.', 'Ich hoffe, das hilft Ihnen weiter.'],
  ['Great question, thanks a lot for asking it!', ''],
])('%s is not what was found out', (politeness, end) => {
  const said = 'The harbour has two high waters a day.'
  const text = `${politeness}\n\n${said}\n\nThe second high water is lower.\n\n${end}\n`
  expect(extractLearnings(text, { task: 'Explain the tides' }).summary).toBe(said)
  expect(extractLearnings(politeness, { task: 'Explain the tides' }).summary).toBe('')
})

test('a paragraph that shares no word with anything is taken if it is no politeness', () => {
  expect(extractLearnings('Yes, that comes twice daily there.', { task: 'Explain the tides' }).summary).not.toBe('')
})

test.each([
  ['## Erkenntnisse', '- Ebbe folgt auf Flut.'],
  ['## Wichtigste Erkenntnisse:', '- Ebbe folgt auf Flut.'],
  ['### Enseignements', '1. La marée suit la lune.'],
  ['## Conclusiones clave', '- La marea sigue a la luna.'],
  ['## 结论', '- 潮汐随月亮而来。'],
  ['## 主要洞察：', '- 潮汐随月亮而来。'],
])('items under %s are insights', (title, line) => {
  expect(extractLearnings(`${title}\n\n${line}\n`).insights).toEqual([line.replace(/^\S+ /, '')])
})

test.each(['Erkenntnis: Ebbe folgt auf Flut.', '- **Hallazgo:** La marea sigue.', '结论：潮汐随月亮而来。'])(
  '%s is an insight',
  (line) => {
    expect(extractLearnings(line).insights).toHaveLength(1)
  },
)
