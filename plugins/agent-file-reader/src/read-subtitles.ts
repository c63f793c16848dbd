import { neutraliseMarkdown, oneLine } from '@datacortex/content'
import { decodeEntities } from '@datacortex/text'
import { fileError } from './errors.ts'
import type { Reader } from './reader.ts'

type Cue = { readonly seconds: number; readonly speaker: string; readonly text: string }

/** WebVTT and SubRip as a transcript: paragraphs that begin with their time. */
export const readSubtitles: Reader = ({ name, text }) => {
  const cues = cuesOf(text())
  if (cues.length === 0)
    throw fileError('FILE_BROKEN', { name, format: 'subtitles', reason: 'it has no line with times' })
  return { text: paragraphsOf(withoutRepeats(cues)).join('\n\n'), genre: 'transcript' }
}

const timing = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d\d)[.,]\d{1,3}\s+-->\s+(?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3}/

function cuesOf(text: string): readonly Cue[] {
  return text.split(/\n[ \t]*\n/).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => timing.test(line))
    const time = timing.exec(lines[at] ?? '')
    if (at < 0 || time === null) return []
    const [, hours = '0', minutes = '0', seconds = '0'] = time
    let speaker = ''
    return lines.slice(at + 1).flatMap((line) => {
      speaker = oneLine(/<v(?:\.[^\s>]*)?\s+([^>]{1,100})>/.exec(line)?.[1] ?? speaker)
      const shown = oneLine(decodeEntities(line.replaceAll(/<[^<>]{0,200}>|\{\\[^{}]{0,100}\}/g, '')))
      const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
      return shown === '' ? [] : [{ seconds: start, speaker, text: shown }]
    })
  })
}

/** Rolling captions show each line again above the next one. */
function withoutRepeats(cues: readonly Cue[]): readonly Cue[] {
  const kept: Cue[] = []
  for (const cue of cues) {
    const before = kept.at(-1)
    if (before?.text === cue.text || kept.at(-2)?.text === cue.text) continue
    // A caption that grows word by word.
    if (before !== undefined && before.speaker === cue.speaker && cue.text.startsWith(`${before.text} `))
      kept[kept.length - 1] = { ...before, text: cue.text }
    else kept.push(cue)
  }
  return kept
}

const longestParagraph = 600

function paragraphsOf(cues: readonly Cue[]): readonly string[] {
  const paragraphs: string[] = []
  let before: Cue | undefined
  for (const cue of cues) {
    const last = paragraphs.at(-1)
    const goesOn = before?.speaker === cue.speaker && last !== undefined && last.length < longestParagraph
    const shown = neutraliseMarkdown(cue.text).text
    if (goesOn) paragraphs[paragraphs.length - 1] = `${last} ${shown}`
    else paragraphs.push(`[${timeOf(cue.seconds)}] ${cue.speaker === '' ? '' : `**${cue.speaker}:** `}${shown}`)
    before = cue
  }
  return paragraphs
}

function timeOf(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
