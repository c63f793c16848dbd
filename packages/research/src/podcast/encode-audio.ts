import { spawn } from 'node:child_process'
import { move, programToStart, removeFile } from '@datacortex/platform'

export type AudioFormat = 'mp3' | 'opus'

const programs: Readonly<
  Record<AudioFormat, readonly (readonly [string, (wave: string, out: string) => readonly string[]])[]>
> = {
  mp3: [
    ['lame', (wave, out) => ['--quiet', '--preset', 'voice', wave, out]],
    ['ffmpeg', (wave, out) => ['-v', 'error', '-y', '-i', wave, '-b:a', '64k', '-f', 'mp3', out]],
  ],
  opus: [
    ['opusenc', (wave, out) => ['--quiet', '--bitrate', '32', wave, out]],
    ['ffmpeg', (wave, out) => ['-v', 'error', '-y', '-i', wave, '-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg', out]],
  ],
}

/** Compresses a WAV file by the first of `lame`, `opusenc`, `ffmpeg` that works, whole or not at all. */
export async function encodeAudio(
  wave: string,
  { format, out, signal }: { format: AudioFormat; out: string; signal: AbortSignal },
): Promise<string | undefined> {
  const unfinished = `${out}.part`
  try {
    for (const [command, args] of programs[format]) {
      const isDone = await run(await programToStart(command), args(wave, unfinished), signal)
      signal.throwIfAborted()
      if (!isDone) continue
      await move(unfinished, out)
      return out
    }
    return undefined
  } finally {
    await removeFile(unfinished)
  }
}

function run(command: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore', signal, killSignal: 'SIGKILL' })
  return new Promise((resolve) => {
    child.on('error', () => {
      // One that is being killed may still write until it is gone.
      if (child.pid === undefined) resolve(false)
    })
    child.on('close', (status) => resolve(status === 0))
  })
}
