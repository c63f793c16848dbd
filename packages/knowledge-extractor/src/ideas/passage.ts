import type { TextSpan } from '../text/text-span.ts'

export type Passage = TextSpan & {
  /** From 1. */
  readonly page?: number | undefined
  readonly speaker?: string | undefined
  /** UTC, ISO 8601. */
  readonly at?: string | undefined
  /** The heading that it stands under. */
  readonly heading?: string | undefined
}
