import { decodeEntities } from '@datacortex/plugin'
import type { Conversation } from '../conversation.ts'
import type { Counts } from '../counts.ts'
import { activityTime } from './activity-time.ts'
import { type Activity, chatIn, conversationsOf, htmlToMarkdown } from './gemini-activities.ts'

const cell = '<div class="outer-cell'

export function isGeminiHtml(html: string): boolean {
  return html.includes(cell) && /<p[^>]*typography--title[^>]*>(?:(?!<\/p>)[\s\S]){0,40}\b(?:Gemini|Bard)\b/.test(html)
}

/** The activity of Gemini as the page that Google Takeout makes by default. */
export function readGeminiHtml(html: string, counts: Counts): readonly Conversation[] {
  const activities = html
    .split(cell)
    .slice(1)
    .flatMap((part) => activityOf(part, counts))
  const untimed = activities.filter(({ at }) => at === undefined).length
  if (untimed > 0)
    counts.remark({
      code: 'CONVERSATION_TIME_UNKNOWN',
      severity: 'warning',
      message: `The times of ${untimed} exchanges are in a form or a zone that is not known; they stand without.`,
      hint: 'Choose JSON instead of HTML when you export: its times are exact.',
    })
  return conversationsOf(activities, counts)
}

function activityOf(part: string, counts: Counts): readonly Activity[] {
  if (!/typography--title[^>]*>[^<]*\b(?:Gemini|Bard)\b/.test(part)) return counts.skip('other activity')
  const start = /<div class="content-cell[^"]*body-1[^"]*">/.exec(part)
  const content = start === null ? '' : part.slice(start.index + start[0].length)
  const end = content.search(/<\/div>\s*<div class="content-cell/)
  const lines = (end === -1 ? content : content.slice(0, end)).replace(unbroken, '$1<br>').split(/<br\s*\/?>/i)
  // The time stands in a line of its own, before the answer.
  const timeLine = lines.findIndex((line) => activityTime(shown(line)) !== undefined)
  const asked = lines.slice(0, Math.max(timeLine, 1))
  const files = asked
    .filter((line) => attachedFile.test(line))
    .map((line) => `[file: ${shown(line).replace(/^-\s*/, '')}]`)
  const title = asked
    .filter((line) => !attachedFile.test(line))
    .map(shown)
    .filter((line) => !remark.test(line))
  const answer = htmlToMarkdown(lines.slice(timeLine === -1 ? 1 : timeLine + 1).join('<br>'))
  const time = timeLine === -1 ? undefined : activityTime(shown(lines[timeLine] ?? ''))
  return [
    {
      at: time?.at,
      chat: end === -1 ? undefined : chatIn(content.slice(end).split(/<br\s*\/?>|"/i)),
      title: title.join('\n').trim(),
      files,
      answer: answer === '' ? undefined : answer,
    },
  ]
}

/** A time with the answer behind it, without a break. */
const unbroken = /(\d{1,2}:\d\d:\d\d[^<\n]{0,24})(?=<(?:p|ul|ol|pre|table|h[1-6])\b)/i

/** `- name` with a link to the file in the archive. */
const attachedFile = /^\s*(?:-|&#8226;)(?:\s|&nbsp;|\u00a0)+<a\b/
const remark = /^(?:Attached \d+ files?|\d+ generated images?|\d+ Datei(?:en)? angehängt)\.$/

function shown(html: string): string {
  return decodeEntities(html.replaceAll(/<[^<>]*>/g, ''))
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
}
