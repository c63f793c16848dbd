import { decodeText, markdownBlocks } from '@datacortex/content'
import { CodedError } from '@datacortex/errors'
import type { ExtractedDocument, Extraction, SubAgentInput } from '@datacortex/plugin'
import type { SubAgentPool } from '../ports.ts'

/** A small sub-agent: text, pages given as a table of addresses, chats of two lines, and what misbehaves on demand. */
export function filePool(
  options: {
    readonly pages?: Readonly<Record<string, string>> | undefined
    /** Told about each extraction, before it begins. */
    readonly onExtract?: ((input: SubAgentInput) => Promise<void> | void) | undefined
  } = {},
): SubAgentPool & { readonly extracted: string[] } {
  const extracted: string[] = []
  return {
    extracted,
    accepts: ({ contentType, name }) => {
      if (contentType === 'inode/directory') return name.endsWith('-export') ? 'chats' : undefined
      if (contentType === 'application/octet-stream') return name.endsWith('.scan') ? 'reader' : undefined
      return contentType === 'text/uri-list' ? 'fetcher' : 'reader'
    },
    extract: async (id, input, { signal }) => {
      extracted.push(input.name)
      await options.onExtract?.(input)
      signal.throwIfAborted()
      if (id === 'chats') return chats()
      return id === 'fetcher' ? fetched(input, options.pages ?? {}) : readFile(input)
    },
  }
}

/** A document as a sub-agent gives it. */
export function documentOf(text: string, fields: Partial<ExtractedDocument> = {}): ExtractedDocument {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? 'Untitled'
  return { id: '', title, text, blocks: markdownBlocks(text), authors: [], ...fields }
}

function readFile(input: SubAgentInput): Extraction {
  const { text } = decodeText(input.bytes)
  if (text.includes('HANG UP')) throw new TypeError('a bug of the reader')
  if (text.includes('ENCRYPTED'))
    throw new CodedError('READER_ENCRYPTED', 'The file is encrypted.', { hint: 'Remove its password.' })
  if (text.includes('PASS ON')) return { documents: [], findings: [], handOver: input }
  const findings = text.includes('HALF') ? [lost(input.name)] : []
  return { documents: [documentOf(text)], findings }
}

function lost(subject: string) {
  return { code: 'READER_PAGE_LOST', severity: 'error', subject, message: 'Page 2 has no text.' } as const
}

function fetched({ name }: SubAgentInput, pages: Readonly<Record<string, string>>): Extraction {
  const page = pages[name]
  if (page === undefined) throw new CodedError('FETCH_NOT_FOUND', `${name} is not there.`)
  return {
    documents: [documentOf(page, { url: name, authors: ['Ada Example'], publishedAt: '2024-05-06' })],
    findings: [],
  }
}

function chats(): Extraction {
  const chat = (id: string, text: string): ExtractedDocument => ({
    ...documentOf(text, { id, title: `Chat ${id}` }),
    blocks: [{ kind: 'turn', start: 0, end: text.length, speaker: 'Anna', at: '2024-01-02T03:04:05Z' }],
    conversation: {
      format: 'test',
      speakers: ['Anna'],
      topics: [{ label: 'Tides', turns: [0] }],
      decisions: [],
      insights: [],
    },
  })
  return {
    documents: [
      chat(
        'one',
        'The harbour wall is too low for spring tides in winter. We need to ask the council for a higher wall.',
      ),
      chat('two', 'The bakery sells rye bread and wheat bread from Monday to Friday in the old town.'),
    ],
    findings: [],
  }
}
