import type { Finding } from '@datacortex/errors'
import type { ExtractedDocument } from '@datacortex/plugin'
import type { FileSettings } from './file-settings.ts'

export type ReadFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /** Decoded; lines end in `\n`. */
  readonly text: () => string
  readonly url?: string | undefined
  readonly settings: FileSettings
  readonly signal: AbortSignal
}

/** What a reader finds: Markdown that needs no more than cleaning, and what the file says about itself. */
export type ReadResult = Partial<Omit<ExtractedDocument, 'id' | 'title' | 'text' | 'blocks' | 'conversation'>> & {
  readonly title?: string | undefined
  readonly text: string
  readonly findings?: readonly Finding[] | undefined
}

export type Reader = (file: ReadFile) => ReadResult | Promise<ReadResult>
