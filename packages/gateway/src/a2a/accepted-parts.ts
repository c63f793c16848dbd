import type { Part } from './wire.ts'

/** Whether a client takes parts of a type; any type if it names none. See A2A 1.0.1 §3.2.2. */
export function isAccepted(mediaType: string, modes: readonly string[]): boolean {
  const type = plain(mediaType)
  return (
    modes.length === 0 ||
    modes.map(plain).some((mode) => mode === type || mode === '*/*' || mode === type.replace(/\/.*/, '/*'))
  )
}

/** Whether a client takes words, which may have signs of Markdown. */
export function takesWords(modes: readonly string[]): boolean {
  return isAccepted('text/plain', modes) || isAccepted('text/markdown', modes)
}

/** The parts that a client takes. An answer in words is never left out as a whole: there is no other. */
export function acceptedParts(parts: readonly Part[], modes: readonly string[]): readonly Part[] {
  const taken = parts.filter((part) => {
    if (part.text !== undefined) return takesWords(modes)
    return isAccepted(part.mediaType ?? 'application/octet-stream', modes)
  })
  return taken.length > 0 ? taken : parts.filter(({ text }) => text !== undefined)
}

function plain(mode: string): string {
  const [type = ''] = mode.toLowerCase().split(';')
  const name = type.trim()
  return name === 'text' ? 'text/*' : name
}
