import { describe, expect, test } from 'vitest'
import { tideInput, tideSnapshots } from '../__fixtures__/tide-research.ts'
import { escapeMarkdown, linkTarget } from './markdown-text.ts'
import { outputPaths } from './output-paths.ts'
import { renderReport } from './render-report.ts'
import { renderScript } from './render-script.ts'
import { renderSummary } from './render-summary.ts'
import { synthesise } from './synthesise.ts'

const synthesis = synthesise(tideInput)
const report = renderReport(synthesis, {
  date: '2024-04-01',
  snapshots: tideSnapshots,
  skipped: ['exa: its key is missing'],
})

describe('renderReport', () => {
  test('has no address that is not the address of a source', () => {
    const known = new Set(synthesis.sources.flatMap(({ url }) => linkTarget(url) ?? []))
    const found = [...report.matchAll(/https?:\/\/[^\s)|]+/giu)].map(([address]) => address)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((address) => !known.has(address))).toEqual([])
  })

  test('shows words from outside as words', () => {
    expect(report).not.toMatch(/(?<!\\)<script|javascript:|!\[p\]|(?<!\\)\[\[secret/u)
    expect(report).toContain(String.raw`Turbine starts \[live\] \| now](https://courier.example/turbine_%28sellow%29)`)
  })

  test('marks each finding with notes that exist, once', () => {
    const marks = new Set([...report.matchAll(/\[\^(?<id>e\d+)\](?!:)/gu)].map(({ groups }) => groups?.['id']))
    const notes = [...report.matchAll(/^\[\^(?<id>e\d+)\]:/gmu)].map(({ groups }) => groups?.['id'])
    expect(new Set(notes)).toEqual(marks)
    expect(notes).toHaveLength(marks.size)
  })

  test('leads from section to section', () => {
    const headings = report.match(/^## .+$/gmu)
    expect(headings).toEqual([
      '## High Convergence Findings',
      '## Further Findings',
      '## Contradictions',
      '## Figures',
      '## Gaps',
      '## Suggested Next Actions',
      '## Evidence',
      '## Sources',
    ])
    expect(report).toContain('- exa: its key is missing')
    expect(report).toContain('| 2024-03 | 1,235 | a\\|b |')
    expect(report).toContain('**Contradicts your existing note**')
    expect(report).toContain('[[3-knowledge/zettel/turbine|Turbine]]')
  })

  test('has tables whose rows have as many cells as their heads', () => {
    for (const table of report.split(/\n\n/u).filter((block) => block.startsWith('| '))) {
      const widths = table.split('\n').map((row) => row.replaceAll(String.raw`\|`, '').split('|').length)
      expect(new Set(widths).size).toBe(1)
    }
  })
})

test('renderSummary has the three parts of the specification', () => {
  const summary = renderSummary(synthesis, {
    date: '2024-04-01',
    snapshots: tideSnapshots,
    knowledge: {
      literatureNotes: ['3-knowledge/literature/a.md'],
      zettels: ['3-knowledge/zettel/b.md', '3-knowledge/zettel/c.md'],
    },
  })
  expect(summary.match(/^#+ .+$/gmu)).toEqual([
    '## Research: tidal turbine of Sellow',
    '### Key Findings',
    '### Knowledge Created',
    '### Suggested Next Actions',
  ])
  expect(summary).toContain('- Literature notes: [[3-knowledge/literature/a]]')
  expect(summary).toContain('- 4 sources processed, 2 zettels created')
  const one = { literatureNotes: [], zettels: ['3-knowledge/zettel/b.md'] }
  expect(renderSummary(synthesis, { date: '2024-04-01', snapshots: tideSnapshots, knowledge: one })).toContain(
    '- 4 sources processed, 1 zettel created',
  )
  expect(summary).toMatch(/^- \[ \] Re-evaluate/mu)
})

test('renderScript is a talk of two voices that speak no addresses and no marks', () => {
  const turns = renderScript(synthesis, { snapshots: tideSnapshots })
  expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['host', 'guest']))
  for (const { text } of turns) expect(text).not.toMatch(/https?:|www\.|[[\]*_`#<>|]/u)
  expect(turns.filter(({ claimIds }) => claimIds.length > 0).map(({ claimIds }) => claimIds[0])).toEqual(
    synthesis.findings.slice(0, 8).map(({ id }) => id),
  )
})

describe('escapeMarkdown', () => {
  test.each([
    ['- a', String.raw`\- a`],
    ['# a', String.raw`\# a`],
    ['1. a', String.raw`1\. a`],
    ['a\n\n## b', 'a ## b'],
    ['see https://x.example and www.x.example', String.raw`see https\://x.example and www\.x.example`],
    ['a%%b%% ==c== #tag $1$', String.raw`a\%\%b\%\% \=\=c\=\= \#tag \$1\$`],
    ['me@x.example', String.raw`me\@x.example`],
    ['\u202Eabc\u200B', 'abc'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected)
  })

  test('links lead to the web only, and hold nothing that ends them', () => {
    expect(linkTarget('https://x.example/a?id=1&api_key=abc&n=2')).toBe('https://x.example/a?id=1&api_key=***&n=2')
    expect(linkTarget('https://user:pw@x.example/a b_(c)|<d>')).toBe('https://x.example/a%20b_%28c%29%7C%3Cd%3E')
    for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'nothing', undefined])
      expect(linkTarget(bad)).toBeUndefined()
  })
})

test('outputPaths names files by date and topic', () => {
  expect(outputPaths('Tidal power: ¿qué?', { date: '2026-02-18' })).toEqual({
    summary: 'content/summaries/2026-02-18-tidal-power-que-summary.md',
    report: 'content/reports/2026-02-18-tidal-power-que-report.md',
    script: 'content/reports/2026-02-18-tidal-power-que-script.md',
  })
  expect(outputPaths('../..', { date: '2026-02-18' }).report).toBe('content/reports/2026-02-18-topic-report.md')
  expect(outputPaths('a'.repeat(300), { date: '2026-02-18' }).report.length).toBeLessThan(110)
})
