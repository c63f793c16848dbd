import { replacePassage } from './edit-text.ts'

/** A passage that stands in every line; that this is too often is the answer. */
export function passageInEveryLine(size: number): () => unknown {
  const file = Buffer.from('a\n'.repeat(size))
  const where = { path: 'A.md', passage: { start: 1, end: size } }
  return () => {
    try {
      return replacePassage(file, { ...where, old: 'a', text: 'x' })
    } catch (error) {
      return error
    }
  }
}
