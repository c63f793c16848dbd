import { expect, test } from 'vitest'
import { outputPaths, topicSlug } from './output-paths.ts'

test.each([
  ['Tidal power: Café à Paris!', 'tidal-power-cafe-a-paris'],
  ['조력 발전소', '조력-발전소'],
  ['潮汐発電と海', '潮汐発電と海'],
  ['ガス', 'ガス'],
  ['ज्वारीय ऊर्जा', 'ज्वारीय-ऊर्जा'],
  ['Энергия приливов: йод', 'энергия-приливов-йод'],
  ['???', 'topic'],
])('%s is %s in the name of a file', (topic, slug) => {
  expect(topicSlug(topic)).toBe(slug)
})

test('names are composed Unicode, whole characters, and short', () => {
  for (const topic of ['조력 '.repeat(50), `${'a'.repeat(59)}𠮷𠮷`, 'e\u0301'.repeat(100), 'й'.repeat(100)]) {
    const { report } = outputPaths(topic, { date: '2026-11-22' })
    expect(report).toBe(report.normalize('NFC'))
    expect(report.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(report.split('/').at(-1) ?? '')).toBeLessThan(255)
  }
})
