/** A voice of a speech back end. */
export type Voice = {
  readonly id: string
  readonly language: string
}

/** Sound: mono, 16 bits a sample. */
export type SpokenAudio = {
  readonly samples: Int16Array
  /** In Hz. */
  readonly sampleRate: number
}

/** Whether a back end can speak here and now, and why not. */
export type SpeechState =
  | { readonly available: true; readonly voices: readonly Voice[] }
  | { readonly available: false; readonly reason: string }

/** Speaks text. The same text, voice and version give the same samples where `deterministic` says so. */
export type Speech = {
  /** Part of the key under which a clip is kept. */
  readonly version: string
  readonly deterministic: boolean
  /** Finds out without speaking. */
  readonly state: (options: { readonly signal: AbortSignal }) => Promise<SpeechState>
  readonly speak: (
    text: string,
    options: { readonly voice: string; readonly signal: AbortSignal },
  ) => Promise<SpokenAudio>
  /**
   * Only of a back end that asks a provider: what a text costs, in US dollars; undefined if nobody knows. Research counts
   * each of its clips as a call, and those of others as nothing.
   */
  readonly estimate?: ((text: string) => Promise<number | undefined>) | undefined
}
