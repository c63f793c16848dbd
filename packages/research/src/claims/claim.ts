import type { StatedSentence, TextSpan } from '@datacortex/knowledge-extractor/text'

export type Claim = TextSpan &
  StatedSentence & {
    /** Of the document; the snapshot has the same. */
    readonly sourceId: string
    /** How much it says about the topic, 0–1. */
    readonly score: number
    /** Works and addresses that its paragraph points at: `doi:10.1000/xyz`, `link:https://…`. */
    readonly cites: readonly string[]
  }
