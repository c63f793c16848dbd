import { expect, test } from 'vitest'
import { analysable, mostAnalysed } from './analysable.ts'
import { documentOf } from './__fixtures__/file-reader.ts'
import { findActions } from './ideas/find-actions.ts'
import { suggestTags } from './tags/suggest-tags.ts'
import * as tools from './text/index.ts'

const hostile: Readonly<Record<string, string>> = {
  backticks: '`'.repeat(300_000),
  'open links': '[a]('.repeat(75_000),
  brackets: `${'['.repeat(150_000)}${']'.repeat(150_000)}`,
  items: '- a\n'.repeat(75_000),
  boxes: Array.from({ length: 12_000 }, (_, task) => `- [ ] do task number ${task}`).join('\n'),
  comments: '<!--'.repeat(75_000),
  'one line': 'word '.repeat(60_000),
  'one word': 'a'.repeat(300_000),
  'one word without spaces': '潮'.repeat(300_000),
  capitals: 'Ab. '.repeat(75_000),
  names: 'Ab '.repeat(100_000),
  digits: '1'.repeat(300_000),
  numbers: '1.5 '.repeat(75_000),
  dots: '. '.repeat(150_000),
  addresses: 'a@'.repeat(150_000),
  links: 'https://'.repeat(37_000),
  stars: '**'.repeat(150_000),
  sentences: Array.from({ length: 8000 }, (_, place) => `Term${place} rises over word${place * 7}. `).join(''),
}

test.each(Object.keys(hostile))('300,000 characters of %s are read in bounded time', (name) => {
  const text = hostile[name] ?? ''
  const steps: Readonly<Record<string, () => unknown>> = {
    splitSentences: () => tools.splitSentences(text),
    summarise: () => tools.summarise(text, { sentences: 5, title: 'Tides' }),
    keyPhrases: () => tools.keyPhrases(text, { limit: 5, title: 'Tides' }),
    findQuantities: () => tools.findQuantities(text),
    findEntities: () => tools.findEntities(text),
    contentTerms: () => tools.contentTerms(text),
    verifyQuote: () => tools.verifyQuote(text, 'nothing of it'),
    suggestTags: () => suggestTags({ title: 'Tides', text, related: [] }),
    findActions: () => findActions({ ...documentOf(''), text }, { speaks: true }),
  }
  for (const [step, run] of Object.entries(steps)) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6, step).toBeLessThan(2)
  }
})

test('of a very long text the beginning is analysed, and that is told', () => {
  const line = 'The tide rises twice a day.\n\n'
  const text = line.repeat(Math.ceil((mostAnalysed + 100_000) / line.length))
  const { document, findings } = analysable(documentOf(text))
  expect(document.text.length).toBeLessThanOrEqual(mostAnalysed)
  expect(document.text.endsWith('\n')).toBe(true)
  expect(document.blocks.at(-1)?.end).toBeLessThanOrEqual(document.text.length)
  expect(findings).toMatchObject([{ code: 'KNOWLEDGE_TEXT_CUT', severity: 'warning' }])
  expect(analysable(documentOf('short')).findings).toEqual([])
})
