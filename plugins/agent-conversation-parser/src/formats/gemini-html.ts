import { decodeEntities } from '@datacortex/plugin'
import type { Conversation } from '../conversation.ts'
import type { Counts } from '../counts.ts'
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

function activityTime(line: string): { readonly at?: string | undefined } | undefined {
  const found = english.exec(line) ?? british.exec(line) ?? numeric.exec(line) ?? eastern.exec(line)
  if (found?.groups === undefined) return /^\D{0,20}\d.{0,30}\d{1,2}:\d\d:\d\d.{0,30}$/.test(line) ? {} : undefined
  const { year = '', month = '', day = '', hour = '', minute = '', second = '', half = '', zone = '' } = found.groups
  const monthIndex = /^\d+$/.test(month) ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase())
  const offset = offsetMinutes(zone)
  if (monthIndex < 0 || monthIndex > 11 || offset === undefined) return {}
  const twelve = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  const ms = Date.UTC(Number(year), monthIndex, Number(day), twelve, Number(minute), Number(second))
  return { at: `${new Date(ms - offset * 60_000).toISOString().slice(0, 19)}Z` }
}

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d):(?<second>\d\d)\s*(?<half>[AP]\.?M\.?)?\s*(?<zone>\S+(?: \S+)?)$`
const english = new RegExp(String.raw`^(?<month>[A-Z][a-z]+)\.? (?<day>\d{1,2}), (?<year>\d{4}),? ${clock}`)
const british = new RegExp(String.raw`^(?<day>\d{1,2}) (?<month>[A-Z][a-z]+)\.? (?<year>\d{4}),? ${clock}`)
const numeric = new RegExp(String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}),? ${clock}`)
const eastern = new RegExp(
  String.raw`^(?<year>\d{4})(?:年|/|-)(?<month>\d{1,2})(?:月|/|-)(?<day>\d{1,2})日?,? ${clock}`,
)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Abbreviations that mean one thing only. `CST` and `IST` mean several, so that nobody can know. */
const zones: Readonly<Record<number, string>> = {
  0: 'UTC GMT WET',
  60: 'WEST CET MEZ',
  120: 'CEST MESZ EET',
  180: 'EEST',
  540: 'JST KST',
  [-240]: 'EDT',
  [-300]: 'EST CDT',
  [-360]: 'MDT',
  [-420]: 'MST PDT',
  [-480]: 'PST',
}

function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d\d))?$/.exec(zone) ?? []
  const known = Object.entries(zones).find(([, names]) => names.split(' ').includes(zone))?.[0]
  if (hours === undefined) return known === undefined ? undefined : Number(known)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
