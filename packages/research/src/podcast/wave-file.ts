import type { SpokenAudio } from '@datacortex/plugin'

const headBytes = 44

export function waveFile({ samples, sampleRate }: SpokenAudio): Uint8Array {
  const bytes = new Uint8Array(headBytes + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const ascii = (at: number, text: string): void =>
    text.split('').forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
  ascii(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  ascii(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  ascii(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries()) view.setInt16(headBytes + index * 2, sample, true)
  return bytes
}

/** The samples of such a file; undefined if it was cut or is something else. */
export function samplesOfWave(bytes: Uint8Array): SpokenAudio | undefined {
  if (bytes.length <= headBytes) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(40, true)
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(36) !== 0x64617461 || size !== bytes.length - headBytes)
    return undefined
  const samples = Int16Array.from({ length: size / 2 }, (_, index) => view.getInt16(headBytes + index * 2, true))
  return { samples, sampleRate: view.getUint32(24, true) }
}

/** Between turns, in seconds. */
const pauseSeconds = 0.35

/** Clips one after the other with a short silence between, all at the highest rate that one of them has. */
export function stitch(clips: readonly SpokenAudio[]) {
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
  return Int16Array.from({ length: Math.round((samples.length * rate) / sampleRate) }, (_, index) => {
    const place = (index * sampleRate) / rate
    const before = samples[Math.floor(place)] ?? 0
    const after = samples[Math.floor(place) + 1] ?? before
    return Math.round(before + (after - before) * (place % 1))
  })
}
