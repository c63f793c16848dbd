import type { PodcastTurn } from './script.ts'

/** A turn with its place in the sound, in seconds. */
export type TimedTurn = { readonly turn: PodcastTurn; readonly start: number; readonly end: number }

/** The transcript of an episode as WebVTT, with speakers as voices. See https://www.w3.org/TR/webvtt1/ */
export function transcriptVtt(
  title: string,
  { turns, missing }: { readonly turns: readonly TimedTurn[]; readonly missing: readonly string[] },
): string {
  const notes = missing.map((text) => `NOTE Missing: ${oneLine(text)}\n\n`)
  const cues = turns.map(({ turn, start, end }) => {
    const claims = turn.claimIds.length === 0 ? '' : `${turn.claimIds.map(oneLine).join(' ')}\n`
    return `${claims}${clock(start)} --> ${clock(end)}\n<v ${oneLine(turn.speaker)}>${oneLine(turn.text)}</v>\n\n`
  })
  return `WEBVTT - ${oneLine(title)}\n\n${notes.join('')}${cues.join('')}`
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (value: number, width = 2): string => String(Math.floor(value)).padStart(width, '0')
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`
}
