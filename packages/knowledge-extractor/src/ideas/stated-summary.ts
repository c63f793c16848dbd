import type { ExtractedDocument } from '@datacortex/plugin'

/** What the reader of a table or of data says it is: such a text has no sentences of its own that could sum it up. */
export function statedSummary({ genre, description }: ExtractedDocument): string | undefined {
  return genre === 'table' || genre === 'data' ? description : undefined
}
