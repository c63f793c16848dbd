import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, sha256, writeFileAtomically } from '@datacortex/platform'
import type { SpokenAudio } from '@datacortex/plugin'
import { samplesOfWave, waveFile } from './wave-file.ts'

export type ClipKey = {
  readonly text: string
  readonly voice: string
  readonly backEnd: string
  readonly version: string
}

export type ClipCache = {
  readonly get: (key: ClipKey) => Promise<SpokenAudio | undefined>
  readonly set: (key: ClipKey, audio: SpokenAudio) => Promise<void>
}

/** Clips in a folder, each a WAV file under the hash of its key; a file that was cut is as good as none. */
export function clipCache(directory: string): ClipCache {
  const fileOf = ({ text, voice, backEnd, version }: ClipKey): string =>
    join(directory, `${sha256(JSON.stringify([text, voice, backEnd, version]))}.wav`)
  return {
    get: async (key) => await readFile(fileOf(key)).then(samplesOfWave, ifMissing(undefined)),
    set: (key, audio) => writeFileAtomically(fileOf(key), waveFile(audio), { isRebuildable: true }),
  }
}
