import { redact } from './redact.ts'

export const word = (size: number): (() => unknown) => redacted('a'.repeat(size))
export const schemes = (size: number): (() => unknown) => redacted('a://'.repeat(size))
export const parameters = (size: number): (() => unknown) => redacted('?key='.repeat(size))

function redacted(text: string): () => unknown {
  return () => redact(text)
}
