import type { Speech } from '@datacortex/plugin'

export type PodcastTurn = {
  readonly speaker: string
  readonly text: string
  /** Claims of the report that the turn tells; none for transitions. */
  readonly claimIds: readonly string[]
}

/** An episode before it is spoken: the product, of which the sound is made and can be made again. */
export type PodcastScript = {
  readonly title: string
  readonly language: string
  readonly turns: readonly PodcastTurn[]
}

/** A speech back end and the name of its module. */
export type NamedSpeech = { readonly name: string; readonly speech: Speech }
