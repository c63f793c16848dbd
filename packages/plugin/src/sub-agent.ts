import type { Finding } from '@datacortex/errors'
import type { WorkIds } from './source.ts'

/**
 * Content handed to a sub-agent.
 *
 * An address to fetch is `text/uri-list` (RFC 2483) with the address as `name`, a folder is `inode/directory` with
 * its `path`; both have no bytes.
 */
export type SubAgentInput = {
  /** Media type by content, or as its server declared it; lower case, without parameters. */
  readonly contentType: string
  /** Name of the file, or the address: for messages and for endings such as `.csv`. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Absolute path, if it lies on this machine. */
  readonly path?: string | undefined
  /** Where it was fetched from, in the end. */
  readonly url?: string | undefined
  /** As the server declared it: `iso-8859-1`. */
  readonly charset?: string | undefined
}

/** Part of an extracted text. `start` and `end` are UTF-16 code units of the text, `end` exclusive. */
export type ExtractedBlock = {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'turn'
  readonly start: number
  readonly end: number
  /** Of a heading, 1–6. */
  readonly level?: number | undefined
  readonly page?: number | undefined
  /** Who says it, for a turn of a conversation. */
  readonly speaker?: string | undefined
  readonly at?: string | undefined
}

/** Turns of a conversation that are about one thing; indices into its blocks of kind `turn`. */
export type ConversationTopic = { readonly label: string; readonly turns: readonly number[] }

/** What only conversations have. */
export type ExtractedConversation = {
  readonly format: string
  readonly speakers: readonly string[]
  readonly topics: readonly ConversationTopic[]
  /** Sentences of the text by which something was decided, and by which something was found out. */
  readonly decisions: readonly ExtractedQuote[]
  readonly insights: readonly ExtractedQuote[]
}

/** A piece of an extracted text: `text.slice(start, end)`. */
export type ExtractedQuote = { readonly text: string; readonly start: number; readonly end: number }

/** One document that was extracted. */
export type ExtractedDocument = {
  /** Stable within its input: the export's own id of a conversation, `''` for the only document of a file. */
  readonly id: string
  readonly title: string
  /** Markdown, NFC, without invisible characters or raw HTML. Offsets everywhere are UTF-16 code units of it. */
  readonly text: string
  /** In order, not overlapping. */
  readonly blocks: readonly ExtractedBlock[]
  readonly authors: readonly string[]
  /** UTC, ISO 8601, as exact as it is known: `2024`, `2024-05`, `2024-05-06`, or a time. */
  readonly publishedAt?: string | undefined
  /** Canonical address. */
  readonly url?: string | undefined
  /** Whether only the document itself says that this is its address: sites name one on several pages by mistake. */
  readonly isUrlClaimed?: boolean | undefined
  readonly siteName?: string | undefined
  readonly description?: string | undefined
  readonly language?: string | undefined
  readonly workIds?: WorkIds | undefined
  readonly conversation?: ExtractedConversation | undefined
  /** As the document itself states them, without `#`. */
  readonly tags?: readonly string[] | undefined
  /** `article`, `forum`, `product`, `documentation`…: what kind of page or file it is, if it is known. */
  readonly genre?: string | undefined
}

/** What a sub-agent made of its input. */
export type Extraction = {
  /** At least one, unless `handOver` is there. */
  readonly documents: readonly ExtractedDocument[]
  /** What was lost, removed or suspicious: hidden text, an unknown kind of block, a page without text. */
  readonly findings: readonly Finding[]
  /** Content for another sub-agent, such as a PDF that was found behind an address. */
  readonly handOver?: SubAgentInput | undefined
}

/**
 * Turns one kind of content into text and structure.
 *
 * It runs in a worker with a limit of memory and time. What can't be read is thrown as a coded error that says what
 * it is: encrypted, no text layer, a log-in page; an empty success is never an answer.
 */
export type SubAgent = {
  readonly accepts: (input: SubAgentInput) => boolean
  readonly extract: (input: SubAgentInput, options: { readonly signal: AbortSignal }) => Promise<Extraction>
}
