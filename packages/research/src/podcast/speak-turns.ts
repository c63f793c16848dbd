import { codedError } from '@datacortex/errors'
import { inTurns, withTimeLimit } from '@datacortex/platform'
import type { SpokenAudio } from '@datacortex/plugin'
import type { Cast } from './choose-voices.ts'
import type { ClipCache } from './clip-cache.ts'
import type { PodcastTurn } from './script.ts'
import { textForEar } from './text-for-ear.ts'

/** The sound of a turn, or why there is none. */
export type Clip =
  | { readonly audio: SpokenAudio; readonly isFromCache: boolean }
  | { readonly reason: string }
  /** A turn in which nothing is to be heard. */
  | { readonly isSilent: true }

export type SpeakTurnsOptions = {
  readonly casts: readonly Cast[]
  readonly language: string
  readonly cache: ClipCache
  readonly concurrency: number
  readonly clipTimeoutMs: number
  readonly signal: AbortSignal
  /** The time of the whole episode is over: what is there stays. */
  readonly deadline: AbortSignal
  readonly onClip: (done: number) => void
}

/** Speaks turns, several at the same time; what was spoken before is taken from the cache. */
export async function speakTurns(turns: readonly PodcastTurn[], options: SpeakTurnsOptions): Promise<readonly Clip[]> {
  const { signal, concurrency } = options
  let done = 0
  return await inTurns(turns, { atOnce: Math.max(1, concurrency), signal }, async (turn) => {
    const clip = await clipOf(turn, options)
    done += 1
    options.onClip(done)
    return clip
  })
}

async function clipOf(turn: PodcastTurn, options: SpeakTurnsOptions): Promise<Clip> {
  const text = textForEar(turn.text, { language: options.language })
  if (!/[\p{L}\p{N}]/u.test(text)) return { isSilent: true }
  let reason = 'no back end can speak'
  for (const cast of options.casts) {
    const clip = await spokenBy(cast, { turn, text, options })
    if (!('reason' in clip)) return clip
    reason = clip.reason
  }
  return { reason }
}

async function spokenBy(
  { name, speech, voiceOf }: Cast,
  { turn, text, options }: { turn: PodcastTurn; text: string; options: SpeakTurnsOptions },
): Promise<Clip> {
  const voice = voiceOf.get(turn.speaker) ?? ''
  const key = { text, voice, backEnd: name, version: speech.version }
  const kept = await options.cache.get(key)
  if (kept !== undefined) return { audio: kept, isFromCache: true }
  if (options.deadline.aborted) return { reason: 'the time for the episode was over' }
  const { clipTimeoutMs: timeoutMs } = options
  const late = new Error(`${name} took longer than ${timeoutMs} ms`)
  const either = AbortSignal.any([options.signal, options.deadline])
  try {
    const speak = (signal: AbortSignal): Promise<SpokenAudio> => speech.speak(text, { voice, signal })
    const audio = await withTimeLimit(speak, { timeoutMs, late, signal: either })
    await options.cache.set(key, audio)
    return { audio, isFromCache: false }
  } catch (error) {
    options.signal.throwIfAborted()
    if (options.deadline.aborted) return { reason: 'the time for the episode was over' }
    if (error === late) return { reason: late.message }
    return { reason: `${name}: ${codedError(error).message}` }
  }
}
