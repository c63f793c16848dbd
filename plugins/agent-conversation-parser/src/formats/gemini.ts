import { type Fields, fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'
import { type Activity, chatIn, conversationsOf, htmlToMarkdown } from './gemini-activities.ts'

/** Google Takeout's activity of Gemini as JSON: single exchanges, newest first. */
export const gemini: Format = {
  name: 'gemini',
  weight: 1,
  matches: (record) => 'time' in record && isGemini(record),
  async read(records, { counts }) {
    const activities = await Array.fromAsync(records, (record) => activityOf(fieldsOf(record) ?? {}, counts))
    return conversationsOf(activities.flat(), counts)
  },
}

const product = /\b(?:Gemini|Bard)\b/

function isGemini(record: Fields): boolean {
  const names = [record['header'], ...listOf(record['products'])]
  return names.some((name) => typeof name === 'string' && product.test(name))
}

function activityOf(record: Fields, counts: Counts): readonly Activity[] {
  const title = textOf(record['title'])
  if (!isGemini(record) || title === undefined) return counts.skip('other activity')
  const drafts = objectsOf(record['safeHtmlItem']).flatMap(
    (item) => textOf(item['html']) ?? textOf(item['htmlValue']) ?? [],
  )
  if (drafts.length > 1) counts.skip('draft', drafts.length - 1)
  const [draft] = drafts
  const [canvas] = objectsOf(record['subtitles'])
  return [
    {
      at: instant(record['time']),
      chat: chatIn(objectsOf(record['details']).map(({ url }) => String(url))),
      title,
      files: [...new Set(['attachedFiles', 'imageFile', 'audioFiles'].flatMap((key) => fileNames(record[key])))],
      answer: draft === undefined ? undefined : htmlToMarkdown(draft),
      canvas: draft === undefined ? textOf(canvas?.['name']) : undefined,
    },
  ]
}

function fileNames(value: unknown): readonly string[] {
  const names = [value, ...listOf(value)].flatMap((item) => textOf(item) ?? textOf(fieldsOf(item)?.['name']) ?? [])
  return names.map((name) => `[file: ${name.replaceAll(/\s+/g, ' ')}]`)
}
