import { fitText } from './fit-text.ts'
import { loadTokenizer } from './load-tokenizer.ts'

// What is loaded once is no part of the work; each case has a tokenizer of its own, since one remembers its counts.
await loadTokenizer()

export function lettersWithoutBlank(size: number): () => unknown {
  const text = 'ab'.repeat(size)
  return async () => (await loadTokenizer()).count(text)
}

export function oneSentenceWithoutEnd(size: number): () => unknown {
  const text = 'and then another clause of it, '.repeat(size)
  return async () => fitText(text, { budgetTokens: 3 * size, tokenizer: await loadTokenizer() })
}
