import { htmlMarkdown, oneLine } from '@datacortex/content'
import type { Conversation, Turn } from '../conversation.ts'
import { plainText } from '../plain-text.ts'
import type { Counts } from '../counts.ts'
import { writtenDocument } from './written-document.ts'

export type Activity = {
  readonly at?: string | undefined
  /** Id of the chat; exports have it since 2026. */
  readonly chat?: string | undefined
  /** A verb in the language of the account, and what was asked. */
  readonly title: string
  readonly files: readonly string[]
  /** Markdown. */
  readonly answer?: string | undefined
  /** Text of a document that was made. */
  readonly canvas?: string | undefined
}

export function chatIn(addresses: readonly string[]): string | undefined {
  const ids = addresses.flatMap((address) => /gemini\.google\.com\/app\/([\da-f]{6,40})\b/i.exec(address)?.[1] ?? [])
  const [id] = ids
  return new Set(ids).size === 1 ? id : undefined
}

const asked =
  /^(?:Prompted(?: with:?)?|Submitted query|Asked|Said|Answered|Branched|Eingegebener Prompt:?|Prompt eingegeben:?|送信したメッセージ:?)[\s\u00a0]+/
const events = /^(?:Used|Created|Gave feedback|Selected|Viewed|Deleted|Shared|Turned|Enabled|Disabled|Visited)\b/
const made = /\bGemini Canvas\b/

/** The conversations of a log: by the ids of their chats, else split at pauses of more than half an hour. */
export function conversationsOf(activities: readonly Activity[], counts: Counts): readonly Conversation[] {
  const unknown = activities.filter(
    ({ title, answer }) => answer !== undefined && !asked.test(title) && !events.test(title),
  )
  const verb = sharedVerb(unknown.map(({ title }) => title))
  const spoken = activities
    .toReversed()
    .map((activity) => ({ ...activity, turns: turnsOf(activity, verb) }))
    .filter(({ turns }) => turns.length > 0)
  if (spoken.length < activities.length) counts.skip('event', activities.length - spoken.length)
  const ordered = spoken.toSorted((a, b) => msOf(a) - msOf(b))
  const chats = Map.groupBy(
    ordered.filter(({ chat }) => chat !== undefined),
    ({ chat = '' }) => chat,
  )
  const groups = byPauses(ordered.filter(({ chat }) => chat === undefined))
  if (groups.length > 0)
    counts.remark({
      code: 'CONVERSATION_GROUPED',
      severity: 'info',
      message: `Exchanges that name no conversation were grouped into ${groups.length}, wherever half an hour passed.`,
    })
  const chatOf = (group: readonly Spoken[]): Conversation => {
    return { named: false, startedAt: group[0]?.at, turns: group.flatMap(({ turns }) => turns) }
  }
  const named = [...chats].map(([id, group]) => {
    return { id, url: `https://gemini.google.com/app/${id}`, ...chatOf(group) }
  })
  return [...named, ...groups.map(chatOf)]
}

type Spoken = Activity & { readonly turns: readonly Turn[] }

/** Nothing for what is no exchange, such as a thumb up. */
function turnsOf({ at, title, files, answer, canvas }: Activity, verb: string): readonly Turn[] {
  const written = canvas !== undefined && made.test(title) ? canvasText(title, canvas) : undefined
  if (written !== undefined) return [{ speaker: 'Gemini', at, text: written }]
  const prompt = promptOf(title, { hasAnswer: answer !== undefined && answer !== '', verb })
  if (prompt === undefined) return []
  const question = { speaker: 'User', at, text: [plainText(prompt), ...files].join('\n\n') }
  return answer === undefined || answer === '' ? [question] : [question, { speaker: 'Gemini', at, text: answer }]
}

function canvasText(title: string, content: string): string {
  const name = /\btitled (.+)$/.exec(oneLine(title))?.[1]
  return writtenDocument('canvas', { title: name, type: undefined, content })
}

/** What was asked, without the verb of the activity. */
function promptOf(title: string, { hasAnswer, verb }: { hasAnswer: boolean; verb: string }): string | undefined {
  const known = asked.exec(title)?.[0]
  if (known === undefined && (events.test(title) || !hasAnswer)) return undefined
  const prompt = title.slice(known?.length ?? (title.startsWith(verb) ? verb.length : 0)).trim()
  return prompt === '' ? undefined : prompt
}

const pauseMs = 30 * 60_000

function byPauses(ordered: readonly Spoken[]): readonly (readonly Spoken[])[] {
  const groups: Spoken[][] = []
  let previous = Number.NEGATIVE_INFINITY
  for (const activity of ordered) {
    const group = groups.at(-1)
    if (group === undefined || msOf(activity) - previous > pauseMs) groups.push([activity])
    else group.push(activity)
    previous = msOf(activity)
  }
  return groups
}

function msOf({ at }: Activity): number {
  return at === undefined ? 0 : Date.parse(at)
}

/** The HTML of an answer, a piece and not a page, as Markdown. */
export function htmlToMarkdown(html: string): string {
  return html.trim() === '' ? '' : htmlMarkdown(html, { base: 'about:blank' }).text
}

/** So many titles must begin alike, or it may be chance. */
const least = 3
const share = 0.6

/** The verb with a colon that titles in a language that is not known begin with, such as `Question posée : `. */
function sharedVerb(titles: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const verb = /^[^:：\n]{1,40}[:：][\s\u00a0]*/.exec(title)?.[0] ?? ''
    counts.set(verb, (counts.get(verb) ?? 0) + 1)
  }
  const [verb, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return count >= least && count >= titles.length * share ? verb : ''
}
