import type { Conversation } from '../conversation.ts'
import { decodeEntities } from '../decode-entities.ts'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { plainText } from '../plain-text.ts'
import type { Tally } from '../tally.ts'
import { activityTime } from './activity-time.ts'
import type { Exchange } from './gemini.ts'
import { grouped, promptOf } from './gemini.ts'

const cell = '<div class="outer-cell'

/** Whether a page is Google Takeout's activity of Gemini. */
export function isGeminiHtml(html: string): boolean {
  return html.includes(cell) && /<p[^>]*typography--title[^>]*>(?:(?!<\/p>)[\s\S]){0,40}\b(?:Gemini|Bard)\b/.test(html)
}

/**
 * The activity of Gemini as the page that Google Takeout makes by default.
 *
 * @param html - The whole page.
 * @param tally - Counts what is left out.
 */
export function readGeminiHtml(html: string, tally: Tally): readonly Conversation[] {
  const exchanges = html
    .split(cell)
    .slice(1)
    .flatMap((part) => exchangeOf(part, tally))
  if (exchanges.some(({ at }) => at === undefined))
    tally.remark({
      code: 'CONVERSATION_TIME_UNKNOWN',
      severity: 'warning',
      message: `The times of ${exchanges.filter(({ at }) => at === undefined).length} exchanges are in a form or a zone that is not known; they stand without.`,
      hint: 'Choose JSON instead of HTML when you export: its times are exact.',
    })
  return grouped(exchanges, tally)
}

function exchangeOf(part: string, tally: Tally): readonly Exchange[] {
  if (!/typography--title[^>]*>[^<]*\b(?:Gemini|Bard)\b/.test(part)) {
    tally.skip('other activity')
    return []
  }
  const start = /<div class="content-cell[^"]*body-1[^"]*">/.exec(part)
  const content = start === null ? '' : part.slice(start.index + start[0].length)
  const end = content.search(/<\/div>\s*<div class="content-cell/)
  const lines = (end === -1 ? content : content.slice(0, end)).split(/<br\s*\/?>/i)
  // The time stands in a line of its own, before the answer.
  const timeLine = lines.findIndex((line) => activityTime(shown(line)) !== undefined)
  const title = lines.slice(0, Math.max(timeLine, 1)).map(shown).join('\n').trim()
  const answer = htmlToMarkdown(lines.slice(timeLine === -1 ? 1 : timeLine + 1).join('<br>'))
  const prompt = promptOf(title, { hasAnswer: answer !== '' })
  if (prompt === undefined) {
    tally.skip('event')
    return []
  }
  const time = timeLine === -1 ? undefined : activityTime(shown(lines[timeLine] ?? ''))
  return [{ at: time?.at, prompt: plainText(prompt), answer }]
}

function shown(html: string): string {
  return decodeEntities(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
}
