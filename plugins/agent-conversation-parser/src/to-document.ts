import { withoutUndefined } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import { type RemovedCharacters, oneLine, sanitiseText, neutraliseMarkdown } from '@datacortex/content'
import type { ExtractedBlock, ExtractedDocument } from '@datacortex/plugin'
import type { Conversation, Turn } from './conversation.ts'
import { findCues } from './cues.ts'
import { clusterTopics } from './topics.ts'

export type BuiltDocument = { readonly document: ExtractedDocument; readonly removed: readonly RemovedCharacters[] }

/** A conversation as a transcript: a heading for each turn, and what was said below; undefined if nothing was said. */
export function toDocument(conversation: Conversation, format: string): BuiltDocument | undefined {
  const removed: RemovedCharacters[] = []
  const turns = conversation.turns.flatMap((turn): readonly Turn[] => {
    const clean = sanitiseText(turn.text)
    removed.push(clean.removed)
    const text = turnBody(clean.text)
    return text === '' ? [] : [{ ...turn, text, speaker: oneLine(turn.speaker).slice(0, 200).trim() || 'Unknown' }]
  })
  const [first] = turns
  if (first === undefined) return undefined
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const title = titleOf(conversation, { first, speakers })
  const { text, blocks } = transcript(title, turns)
  const bodies = blocks.map((block) => ({ ...block, text: text.slice(block.start, block.end) }))
  return {
    removed,
    document: {
      id: conversation.id === undefined ? hashOf(format, first) : oneLine(conversation.id),
      title,
      text,
      blocks,
      authors: conversation.named ? speakers : [],
      ...withoutUndefined({ publishedAt: conversation.startedAt, url: conversation.url }),
      ...(conversation.description === undefined ? {} : { description: oneLine(conversation.description) }),
      conversation: { format, speakers, topics: clusterTopics(bodies, { title }), ...findCues(bodies) },
      genre: 'conversation',
    },
  }
}

function transcript(title: string, turns: readonly Turn[]) {
  const pieces = [`# ${escapedLine(title)}\n`]
  const blocks: ExtractedBlock[] = []
  let length = pieces[0]?.length ?? 0
  for (const { speaker, at, localTime, text } of turns) {
    const heading = `\n## ${escapedLine(speaker)}${timeOf(at, localTime)}\n\n`
    const start = length + heading.length
    pieces.push(heading, text, '\n')
    blocks.push({ kind: 'turn', start, end: start + text.length, speaker, ...(at === undefined ? {} : { at }) })
    length = start + text.length + 1
  }
  return { text: pieces.join(''), blocks }
}

function timeOf(at: string | undefined, localTime: string | undefined): string {
  const time = [at?.replace('T', ' ').replace(/:\d\dZ$/, ' UTC'), localTime].filter((part) => part !== undefined)
  return time.length === 0 ? '' : ` · ${time.join(' ')}`
}

function escapedLine(text: string): string {
  return text.replaceAll(/[<[\]*_`\\]/g, String.raw`\$&`)
}

function titleOf({ title, named }: Conversation, { first, speakers }: { first: Turn; speakers: readonly string[] }) {
  const own = oneLine(title ?? '')
    .slice(0, 300)
    .trim()
  if (own !== '') return own
  if (named) return `Chat of ${speakers.slice(0, 5).join(', ')}`
  const words = oneLine(first.text.replaceAll(/[#*_`>[\]]/g, ' '))
  if (words.length <= 60) return words === '' ? `Chat of ${speakers.join(', ')}` : words
  const cut = words.slice(0, 61)
  return `${cut
    .slice(0, cut.lastIndexOf(' ') > 20 ? cut.lastIndexOf(' ') : 60)
    .toWellFormed()
    .trim()}…`
}

/** By its beginning: a later export of the same chat goes on further. */
function hashOf(format: string, { at, localTime, speaker, text }: Turn): string {
  return sha256(JSON.stringify([format, at, localTime, speaker, text])).slice(0, 32)
}

/** The text of a turn so that it stays inside of its turn. */
function turnBody(text: string): string {
  const out: string[] = []
  let prose: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    const run = mark?.[1]
    if (fence === undefined && run !== undefined && !(mark?.[2] ?? '').includes('`')) {
      out.push(proseText(prose))
      prose = []
      fence = run
      // What stands behind a fence is the name of a language, whatever else it tries to be.
      out.push(line.replaceAll('![', '[').replaceAll('<', ''))
    } else if (fence === undefined) prose.push(line)
    else {
      out.push(line)
      if (run?.startsWith(fence) === true && mark?.[2]?.trim() === '') fence = undefined
    }
  }
  if (prose.length > 0) out.push(proseText(prose))
  if (fence !== undefined) out.push(fence)
  return out
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function proseText(lines: readonly string[]): string {
  const lowered = lines.map((line, index) => {
    const heading = /^( {0,3})(#{1,6})(?=[ \t]|$)/.exec(line)
    if (heading !== null)
      return `${'#'.repeat(Math.min((heading[2] ?? '').length + 2, 6))}${line.slice(heading[0].length)}`
    const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && (lines[index - 1] ?? '').trim() !== ''
    if (!isUnderline) return line
    return line.includes('=') ? line.replace('=', String.raw`\=`) : `\n${line}`
  })
  // Comments are hidden from readers: here they are what somebody wrote, and are shown.
  return neutraliseMarkdown(lowered.join('\n').replaceAll('<!--', '&lt;!--')).text
}
