import type { SpokenAudio } from './speech.ts'

/**
 * The samples of a WAV file with one channel of 16 bits.
 * @example readWave(await readFile('clip.wav'))?.sampleRate // 16000
 */
export function readWave(bytes: Uint8Array): SpokenAudio | undefined {
  if (bytes.length < 44) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57415645) return undefined
  let sampleRate = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = view.getUint32(at)
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8)
    if (id === 0x666d7420 && size >= 16) {
      if (view.getUint16(at + 10, true) !== 1 || view.getUint16(at + 22, true) !== 16) return undefined
      sampleRate = view.getUint32(at + 12, true)
    }
    if (id === 0x64617461 && sampleRate > 0) return { samples: samplesAt(view, at + 8, size), sampleRate }
    at += 8 + size + (size % 2)
  }
  return undefined
}

function samplesAt(view: DataView, at: number, sizeBytes: number): Int16Array {
  const samples = new Int16Array(Math.floor(sizeBytes / 2))
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(at + index * 2, true)
  return samples
}
