import { type RemovedCharacters, invisibleFinding } from '@datacortex/content'
import { infoFinding } from '@datacortex/errors'
import { definePlugin } from '@datacortex/plugin'
import type { ExtractedDocument, Extraction, Plugin, SubAgentInput } from '@datacortex/plugin'
import { z } from 'zod'
import { accepts } from './accepts.ts'
import { conversationError } from './errors.ts'
import { readInput } from './read-input.ts'
import type { ReadConversations } from './read-json.ts'
import { type Counts, createCounts } from './counts.ts'
import { toDocument } from './to-document.ts'

type ParserSettings = z.infer<typeof ParserSettings>

const ParserSettings = z.looseObject({
  /** Files of an archive or a folder together, in bytes. */
  max_unpacked_bytes: z.number().int().min(1).default(500_000_000),
  max_files: z.number().int().min(1).default(50_000),
  /** Larger JSON is read piece by piece, in bytes. */
  stream_bytes: z.number().int().min(1).max(400_000_000).default(64_000_000),
})

/** Turns exports of chats into transcripts, each with its speakers, topics, decisions and insights. */
export const plugin: Plugin<'sub-agent', ParserSettings> = definePlugin({
  name: 'agent-conversation-parser',
  kind: 'sub-agent',
  config: ParserSettings,
  setup: ({ config }) => ({
    accepts,
    async extract(input, { signal }) {
      signal.throwIfAborted()
      const counts = createCounts()
      const { max_unpacked_bytes: maxBytes, max_files: maxFiles, stream_bytes: streamBytes } = config
      const found = await readInput(input, { maxBytes, maxFiles, streamBytes, counts, signal })
      return extractionOf(found, { input, counts, signal })
    },
  }),
})

function extractionOf(
  found: readonly ReadConversations[],
  { input, counts, signal }: { input: SubAgentInput; counts: Counts; signal: AbortSignal },
): Extraction {
  const documents = new Map<string, ExtractedDocument>()
  const removed: RemovedCharacters[] = []
  for (const { format, conversations } of found)
    for (const conversation of conversations) {
      signal.throwIfAborted()
      const built = toDocument(conversation, format)
      if (built === undefined) {
        counts.skip('conversation without messages')
        continue
      }
      removed.push(...built.removed)
      const document = conversation.id === undefined ? withOwnId(built.document, documents) : built.document
      const same = documents.get(document.id)
      if (same !== undefined) counts.skip('conversation that stands there twice')
      if (same === undefined || document.blocks.length > same.blocks.length) documents.set(document.id, document)
    }
  const format = [...new Set(found.map(({ format }) => format))].join(', ')
  const findings = counts.findings(input.name)
  if (documents.size === 0)
    throw conversationError('CONVERSATION_EMPTY', {
      name: input.name,
      format: format === '' ? 'conversations' : format,
      reasons: findings.map(({ message }) => message),
    })
  const list = [...documents.values()]
  const messages = list.reduce((total, document) => total + document.blocks.length, 0)
  return {
    documents: list,
    findings: [
      infoFinding('CONVERSATION_READ', input.name, {
        message: `${counted(list.length, 'conversation')} with ${counted(messages, 'message')} (${format}).`,
      }),
      ...findings,
      ...invisibleFinding(total(removed), input.name),
    ],
  }
}

/** Conversations that begin alike are not the same, unless all of them is. */
function withOwnId(document: ExtractedDocument, documents: ReadonlyMap<string, ExtractedDocument>): ExtractedDocument {
  let { id } = document
  for (let count = 2; documents.has(id) && documents.get(id)?.text !== document.text; count += 1)
    id = `${document.id}-${count}`
  return { ...document, id }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function total(removed: readonly RemovedCharacters[]): RemovedCharacters {
  const sum = { tag: 0, variation_selector: 0, bidi: 0, zero_width: 0, control: 0, soft_hyphen: 0 }
  for (const counts of removed) for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += counts[kind]
  return sum
}
