import type { Conversation, Turn } from '../conversation.ts'
import type { Fields } from '../fields.ts'
import { fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { instant } from '../instant.ts'
import { plainText } from '../plain-text.ts'
import type { Tally } from '../tally.ts'

/** Google Takeout's activity of Gemini as JSON: single exchanges, newest first, without any conversation. */
export const gemini: Format = {
  name: 'gemini',
  weight: 1,
  matches: (record) => 'time' in record && isGemini(record),
  async read(records, { tally, signal }) {
    const exchanges: Exchange[] = []
    for await (const record of records) {
      signal.throwIfAborted()
      exchanges.push(...exchangeOf(fieldsOf(record) ?? {}, tally))
    }
    return grouped(exchanges, tally)
  },
}

/** A question with its answer. */
export type Exchange = {
  readonly at?: string | undefined
  readonly prompt: string
  readonly answer?: string | undefined
}

const product = /\b(?:Gemini|Bard)\b/

function isGemini(record: Fields): boolean {
  const names = [record['header'], ...listOf(record['products'])]
  return names.some((name) => typeof name === 'string' && product.test(name))
}

function exchangeOf(record: Fields, tally: Tally): readonly Exchange[] {
  const title = textOf(record['title'])
  if (!isGemini(record) || title === undefined) {
    tally.skip('other activity')
    return []
  }
  const drafts = objectsOf(record['safeHtmlItem']).flatMap(
    (item) => textOf(item['html']) ?? textOf(item['htmlValue']) ?? [],
  )
  const prompt = promptOf(title, { hasAnswer: drafts.length > 0 })
  if (prompt === undefined) {
    tally.skip('event')
    return []
  }
  if (drafts.length > 1) tally.skip('draft', drafts.length - 1)
  const [draft] = drafts
  const files = ['attachedFiles', 'imageFile', 'audioFiles'].flatMap((key) => fileNames(record[key]))
  return [
    {
      at: instant(record['time']),
      prompt: [plainText(prompt), ...files].join('\n\n'),
      answer: draft === undefined ? undefined : htmlToMarkdown(draft),
    },
  ]
}

function fileNames(value: unknown): readonly string[] {
  const names = [value, ...listOf(value)].flatMap((item) => textOf(item) ?? textOf(fieldsOf(item)?.['name']) ?? [])
  return names.map((name) => `[file: ${name.replaceAll(/\s+/g, ' ')}]`)
}

const asked =
  /^(?:Prompted(?: with:?)?|Asked|Said|Answered|Branched|Eingegebener Prompt:?|Prompt eingegeben:?)[\s\u00a0]+/
const events = /^(?:Used|Created|Gave feedback|Selected|Viewed|Deleted|Shared|Turned|Enabled|Disabled|Visited)\b/

/**
 * What was asked, without the verb of the activity. A verb in a language that is not known stays, if there is an
 * answer: then it was a question.
 *
 * @param title - Of the activity.
 * @param options - Whether an answer is there.
 */
export function promptOf(title: string, { hasAnswer }: { readonly hasAnswer: boolean }): string | undefined {
  if (asked.test(title)) return textOf(title.replace(asked, '').trim())
  return events.test(title) || !hasAnswer ? undefined : title.trim()
}

const pauseMs = 30 * 60_000

/** Exchanges as conversations: a pause of more than half an hour begins another. */
export function grouped(exchanges: readonly Exchange[], tally: Tally): readonly Conversation[] {
  const ordered = exchanges.toReversed().toSorted((a, b) => msOf(a) - msOf(b))
  const groups: Exchange[][] = []
  let previous = Number.NEGATIVE_INFINITY
  for (const exchange of ordered) {
    const group = groups.at(-1)
    if (group === undefined || msOf(exchange) - previous > pauseMs) groups.push([exchange])
    else group.push(exchange)
    previous = msOf(exchange)
  }
  if (groups.length > 0)
    tally.remark({
      code: 'CONVERSATION_GROUPED',
      severity: 'info',
      message: `Gemini's export has no conversations: its exchanges were grouped into ${groups.length}, wherever half an hour passed.`,
    })
  return groups.map((group) => ({ named: false, startedAt: group[0]?.at, turns: group.flatMap(turnsOf) }))
}

function msOf({ at }: Exchange): number {
  return at === undefined ? 0 : Date.parse(at)
}

function turnsOf({ at, prompt, answer }: Exchange): readonly Turn[] {
  const question = { speaker: 'User', at, text: prompt }
  return answer === undefined || answer === '' ? [question] : [question, { speaker: 'Gemini', at, text: answer }]
}
