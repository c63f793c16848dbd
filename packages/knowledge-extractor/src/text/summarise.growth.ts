import { summarise } from './summarise.ts'

/** With a few thousand words that come again and again. */
export function sentences(size: number): () => unknown {
  const text = Array.from(
    { length: size },
    (_, index) => `Word term${(index * 7) % 3000} meets term${(index * 13) % 3000} and common things.`,
  ).join(' ')
  return () => summarise(text, { sentences: 5 })
}
