import type { TextSpan } from '../text/text-span.ts'

export type Passage = TextSpan & {
  readonly page?: number | undefined
  readonly speaker?: string | undefined
  readonly at?: string | undefined
  /** The heading that it stands under. */
  readonly heading?: string | undefined
}
