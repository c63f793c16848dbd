import type { FeatureExtractionPipeline } from '@xenova/transformers'

/**
 * Share of the tokens of a text for which the vocabulary of a model has none, 0–1; 0 of a text without tokens, and of a
 * model that has no token for what it doesn't know.
 */
export function unknownShare({ tokenizer }: FeatureExtractionPipeline, text: string): number {
  const unknown = tokenizer.unk_token_id
  const tokens = tokenizer.encode(text.slice(0, mostCharacters), { add_special_tokens: false })
  return tokens.length === 0 ? 0 : tokens.filter((token) => token === unknown).length / tokens.length
}

/** More than a model reads of English. */
const mostCharacters = 2000
