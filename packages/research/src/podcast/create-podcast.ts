import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type OnProgress, inTemporaryFolder, patientLimit, removeFile, writeFileAtomically } from '@datacortex/platform'
import { chooseVoices } from './choose-voices.ts'
import { clipCache } from './clip-cache.ts'
import { type AudioFormat, encodeAudio } from './encode-audio.ts'
import type { NamedSpeech, PodcastScript, PodcastTurn } from './script.ts'
import { speakTurns } from './speak-turns.ts'
import { stitch, waveFile } from './wave-file.ts'

export type PodcastOptions = {
  readonly script: PodcastScript
  readonly speech: readonly NamedSpeech[]
  /** Absolute path of the folder in which clips are kept. */
  readonly cacheDirectory: string
  /** Absolute path of the files without their endings. */
  readonly out: string
  /** Compressed too, if a program for it is installed. */
  readonly formats?: readonly AudioFormat[] | undefined
  /** Writes a file of the episode by its absolute path, such as through a broker; by the program itself if absent. */
  readonly write?: ((file: string, data: string | Uint8Array) => Promise<unknown>) | undefined
  /** Clips at the same time; as many as there are cores if absent. */
  readonly concurrency?: number | undefined
  /** Longest time for a clip, in milliseconds; a minute if absent. */
  readonly clipTimeoutMs?: number | undefined
  /** Longest time for all clips, in milliseconds; ten minutes if absent. */
  readonly episodeTimeoutMs?: number | undefined
}

/** A turn that is not heard, by its place in the script. */
export type MissingTurn = { readonly turn: number; readonly reason: string }

/** What became of an episode. */
export type Podcast = {
  /** `complete` only if every turn is heard; `script` if none is. */
  readonly status: 'complete' | 'partial' | 'script'
  /** Files that were written: sound first, then the transcript. */
  readonly files: readonly string[]
  readonly durationMs: number
  readonly missing: readonly MissingTurn[]
  /** Clips that were spoken now, and that were there already. */
  readonly spoken: number
  readonly fromCache: number
  /** Why back ends were passed over, and what else is to be known. */
  readonly remarks: readonly string[]
}

/**
 * Makes the sound of a script: a clip for each turn, put together into one WAV file with a transcript beside it.
 *
 * A clip that failed is made again alone the next time. An episode with clips missing is called `….partial.wav`, and its
 * transcript says what is missing.
 * @throws The reason of `signal`, and what the platform throws if files can't be written.
 * @example await createPodcast({ script, speech: [{ name: 'speech-flite', speech }], cacheDirectory, out }, { signal })
 */
export async function createPodcast(
  options: PodcastOptions,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: OnProgress | undefined },
): Promise<Podcast> {
  signal.throwIfAborted()
  const { script, out, write = writeFileAtomically } = options
  const { casts, skipped } = await chooseVoices(script, { speech: options.speech, signal })
  const total = script.turns.length
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), options.episodeTimeoutMs ?? patientLimit(600_000))
  const clips = await speakTurns(script.turns, {
    casts,
    language: script.language,
    cache: clipCache(options.cacheDirectory),
    concurrency: options.concurrency ?? availableParallelism(),
    clipTimeoutMs: options.clipTimeoutMs ?? patientLimit(60_000),
    signal,
    deadline: deadline.signal,
    onClip: (done) => onProgress?.({ stage: 'podcast', done, total }),
  }).finally(() => clearTimeout(timer))
  const missing = clips.flatMap((clip, turn) => ('reason' in clip ? [{ turn, reason: clip.reason }] : []))
  const heard = clips.flatMap((clip, turn) => ('audio' in clip ? [{ clip, turn }] : []))
  const facts = { missing, spoken: heard.filter(({ clip }) => !clip.isFromCache).length, remarks: skipped }
  if (heard.length === 0) return { ...facts, status: 'script', files: [], durationMs: 0, fromCache: 0 }
  const { audio, times } = stitch(heard.map(({ clip }) => clip.audio))
  const name = missing.length === 0 ? out : `${out}.partial`
  const turns = heard.flatMap(({ turn }, index) => {
    const said = script.turns[turn]
    const time = times[index]
    return said === undefined || time === undefined ? [] : [{ turn: said, ...time }]
  })
  const lost = missing.map(({ turn, reason }) => `turn ${turn + 1}, ${script.turns[turn]?.speaker ?? ''}: ${reason}`)
  await write(`${name}.wav`, waveFile(audio))
  await write(`${name}.vtt`, transcriptVtt(script.title, { turns, missing: lost }))
  const encoded = await encode(name, { ...options, write, signal })
  if (missing.length === 0)
    for (const ending of ['wav', 'vtt', 'mp3', 'opus']) await removeFile(`${out}.partial.${ending}`)
  return {
    ...facts,
    status: missing.length === 0 ? 'complete' : 'partial',
    files: [`${name}.wav`, ...encoded.files, `${name}.vtt`],
    durationMs: Math.round((audio.samples.length / audio.sampleRate) * 1000),
    fromCache: heard.length - facts.spoken,
    remarks: [...facts.remarks, ...encoded.remarks],
  }
}

/** Programs write elsewhere, so that nothing comes to its place but by `write`. */
async function encode(
  name: string,
  options: PodcastOptions & { readonly write: NonNullable<PodcastOptions['write']>; readonly signal: AbortSignal },
): Promise<{ readonly files: readonly string[]; readonly remarks: readonly string[] }> {
  const { formats = [], write, signal } = options
  const files: string[] = []
  const remarks: string[] = []
  if (formats.length === 0) return { files, remarks }
  await inTemporaryFolder('podcast', async (folder) => {
    for (const format of formats) {
      const made = await encodeAudio(`${name}.wav`, { format, out: join(folder, `episode.${format}`), signal })
      if (made === undefined) {
        remarks.push(`no program for ${format} is installed: lame, opusenc or ffmpeg`)
        continue
      }
      const file = `${name}.${format}`
      await write(file, await readFile(made))
      files.push(file)
    }
  })
  return { files, remarks }
}

type TimedTurn = { readonly turn: PodcastTurn; readonly start: number; readonly end: number }

/** The transcript of an episode as WebVTT, with speakers as voices. See https://www.w3.org/TR/webvtt1/ */
function transcriptVtt(title: string, { turns, missing }: { turns: readonly TimedTurn[]; missing: readonly string[] }) {
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
