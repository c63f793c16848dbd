import type { Conversation, Turn } from '../conversation.ts'
import { decodeEntities } from '@datacortex/plugin'
import { plainText } from '../plain-text.ts'

export function isCaptions(text: string): boolean {
  const start = text.trimStart()
  return /^WEBVTT(?:\s|$)/.test(start) || new RegExp(String.raw`^\d+\s*\r?\n${time.source}\s*-->`).test(start)
}

const time = /(?:\d+:)?\d\d:\d\d[.,]\d{3}/
const arrow = new RegExp(String.raw`^(${time.source})\s*-->\s*(${time.source})`)

// https://www.w3.org/TR/webvtt1/
/** Captions as a conversation: pieces of one speaker are put together, lines that roll are read once. */
export function readCaptions(text: string): Conversation {
  const turns: Turn[] = []
  let speaker: string | undefined
  for (const cue of withoutRolling(cuesOf(text))) {
    for (const line of cue.lines) {
      const named = speakerOf(line)
      speaker = named?.speaker ?? speaker
      const said = plainText(named?.said ?? line).trim()
      if (said === '') continue
      const last = turns.at(-1)
      const name = speaker ?? 'Speaker'
      if (last?.speaker === name) turns[turns.length - 1] = { ...last, text: `${last.text} ${said}` }
      else turns.push({ speaker: name, localTime: cue.start, text: said })
    }
  }
  const title = /^WEBVTT[ \t]+-?[ \t]*(.+)$/m.exec(text.slice(0, 500))?.[1]
  return { title, named: turns.some(({ speaker: name }) => name !== 'Speaker'), turns }
}

type Cue = { readonly start: string; readonly lines: readonly string[] }

function cuesOf(text: string): readonly Cue[] {
  const cues: Cue[] = []
  for (const part of text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const rows = part.split('\n')
    const at = rows.findIndex((row) => arrow.test(row))
    const start = arrow.exec(rows[at] ?? '')?.[1]
    if (start === undefined) continue
    const lines = rows
      .slice(at + 1)
      .map(cleaned)
      .filter((line) => line !== '')
    cues.push({ start: start.replace(/[.,]\d+$/, ''), lines })
  }
  return cues
}

/** A voice becomes a name with a colon, other tags go. */
function cleaned(row: string): string {
  const voiced = row.replace(/<v(?:\.[\w.]+)?\s+([^>]+)>/i, (_, name: string) => `\u0001${name.trim()}\u0002`)
  return decodeEntities(voiced.replaceAll(/<[^>]*>|\{\\[^}]*\}/g, '')).trim()
}

function speakerOf(line: string): { readonly speaker: string; readonly said: string } | undefined {
  // oxlint-disable-next-line no-control-regex
  const voiced = /^(.*?)\u0001([^\u0002]+)\u0002(.*)$/.exec(line)
  if (voiced !== null) return { speaker: voiced[2] ?? '', said: `${voiced[1]}${voiced[3]}` }
  const written = /^(?:>>\s*|-\s*)?(\p{Lu}[\p{L}\p{M}\d.'’-]*(?: [\p{L}\d][\p{L}\p{M}\d.'’-]*){0,3}):\s+(\S.*)$/u.exec(
    line,
  )
  return written === null ? undefined : { speaker: written[1] ?? '', said: written[2] ?? '' }
}

/** Automatic captions roll: each cue begins with the end of the one before. Others may well say a thing twice. */
function withoutRolling(cues: readonly Cue[]): readonly Cue[] {
  const overlaps = cues.map(({ lines }, index) => overlap(cues[index - 1]?.lines ?? [], lines))
  const rolling = cues.filter(({ lines }, index) => (overlaps[index] ?? 0) > 0 && (overlaps[index] ?? 0) < lines.length)
  if (rolling.length < cues.length * 0.2) return cues
  return cues.map((cue, index) => ({ ...cue, lines: cue.lines.slice(overlaps[index]) }))
}

/** How many lines of a cue were the last lines of the one before. */
function overlap(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count -= 1)
    if (before.slice(-count).every((line, index) => line === lines[index])) return count
  return 0
}
