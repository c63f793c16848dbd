import type { SpokenAudio } from '@datacortex/plugin'

/** Between turns, in seconds. */
const pauseSeconds = 0.35

/** Sound of all clips with the times of each, in seconds. */
export type StitchedAudio = {
  readonly audio: SpokenAudio
  readonly times: readonly { readonly start: number; readonly end: number }[]
}

/** Clips one after the other with a short silence between, all at the highest rate that one of them has. */
export function stitch(clips: readonly SpokenAudio[]): StitchedAudio {
  const sampleRate = Math.max(...clips.map((clip) => clip.sampleRate))
  const pause = Math.round(pauseSeconds * sampleRate)
  const parts = clips.map((clip) => resampled(clip, sampleRate))
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, pause * (parts.length - 1)))
  let at = 0
  const times = parts.map((part) => {
    samples.set(part, at)
    const start = at / sampleRate
    const end = (at + part.length) / sampleRate
    at += part.length + pause
    return { start, end }
  })
  return { audio: { samples, sampleRate }, times }
}

/** Between two samples on a straight line: enough for speech that gets a higher rate. */
function resampled({ samples, sampleRate }: SpokenAudio, rate: number): Int16Array {
  if (sampleRate === rate) return samples
  const length = Math.round((samples.length * rate) / sampleRate)
  return Int16Array.from({ length }, (_, index) => {
    const place = (index * sampleRate) / rate
    const before = samples[Math.floor(place)] ?? 0
    const after = samples[Math.floor(place) + 1] ?? before
    return Math.round(before + (after - before) * (place % 1))
  })
}
