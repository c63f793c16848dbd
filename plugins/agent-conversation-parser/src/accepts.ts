import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { CodedError } from '@datacortex/errors'
import { decodeText } from '@datacortex/content'
import { mediaTypeOf } from '@datacortex/platform'
import type { SubAgentInput } from '@datacortex/plugin'
import { unpack, zipMembers } from './archive.ts'
import { chooseFormat } from './choose-format.ts'
import { folderNames } from './folder.ts'
import { isCaptions } from './formats/captions.ts'
import { isMarkdownTranscript } from './formats/markdown-transcript.ts'
import { isSlackExport } from './formats/slack-export.ts'
import { isWhatsapp } from './formats/whatsapp.ts'
import { mayHoldConversations } from './read-members.ts'
import { repairedJson } from './repaired-json.ts'
import { allOfTelegram } from './stream-records.ts'
import { unwrapRecords } from './unwrap-records.ts'

/** Whether an input looks like conversations, by its first bytes. Ordinary JSON, text and Markdown are for others. */
export function accepts(input: SubAgentInput): boolean {
  const { contentType, path } = input
  if (contentType === 'inode/directory') return path !== undefined && isExport(folderNames(path))
  if (contentType === 'application/zip') return isZipExport(input)
  if (/json/.test(contentType)) return isJson(input)
  if (contentType === 'text/vtt' || contentType === 'application/x-subrip') return isCaptions(headOf(input, 1000))
  if (contentType === 'text/html') return isActivityPage(input)
  if (contentType !== 'text/plain' && contentType !== 'text/markdown') return false
  const head = headOf(input, 40_000)
  return isWhatsapp(head) || isMarkdownTranscript(head) || isCaptions(head)
}

/** Files that come with the conversations, and files that nobody exports. */
function isExport(names: readonly string[]): boolean {
  if (names.some((name) => /\.(?:pdf|md|docx|org|epub|csv)$/i.test(name))) return false
  if (isSlackExport(names)) return true
  const hasConversations = names.some((name) => /^conversations(?:-\d+)?\.json$/.test(name))
  return (
    hasConversations &&
    names.some((name) => /^(?:users?|export_manifest|message_feedback)\.json$|^chat\.html$/.test(name))
  )
}

const members =
  /(?:^|\/)(?:conversations(?:-\d+)?\.json|result\.json|_chat\.txt|[^/]*WhatsApp[^/]*\.txt|[^/]*\.jsonl)$|Gemini[^/]*\/[^/]+\.(?:json|html)$/

function isZipExport(input: SubAgentInput): boolean {
  try {
    // The list of an archive's files is at its end.
    const bytes = input.bytes.length > 0 ? input.bytes : firstBytes(input, 300_000_000)
    const names = zipMembers(bytes, { name: input.name }).map(({ name }) => name)
    return isSlackExport(names) || names.some((name) => members.test(name)) || holdsConversation(bytes, input.name)
  } catch (error) {
    if (CodedError.is(error)) return false
    throw error
  }
}

/** A few files whose names say nothing are looked into. */
function holdsConversation(bytes: Uint8Array, name: string): boolean {
  try {
    const files = unpack(bytes, { name, isWanted: mayHoldConversations, maxBytes: 20_000_000, maxFiles: 20 })
    return [...files].some(([path, content]) => accepts({ contentType: mediaTypeOf(path), name: path, bytes: content }))
  } catch (error) {
    if (CodedError.is(error, 'CONVERSATION_TOO_LARGE')) return false
    throw error
  }
}

/** So much of JSON can be parsed at once to see what it is. */
const wholeBytes = 262_144

function isJson(input: SubAgentInput): boolean {
  const head = headOf(input, wholeBytes)
  const isWhole = input.bytes.length > 0 && input.bytes.length <= wholeBytes
  const lines = head.split('\n').slice(0, 40)
  const values = lines.slice(0, isWhole ? undefined : -1).flatMap(parsed)
  if (values.length > 1 && chooseFormat(values) !== undefined) return true
  if (isWhole)
    return parsed(head).some((value) => chooseFormat(unwrapRecords(value).records.slice(0, 20)) !== undefined)
  return signs.some((all) => all.every((sign) => sign.test(head)))
}

function parsed(text: string): readonly unknown[] {
  try {
    const value = repairedJson(text)
    return typeof value === 'object' ? [value] : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** What the beginning of each format has that no other JSON has. */
const signs: readonly (readonly RegExp[])[] = [
  [/"mapping"\s*:\s*\{/, /"(?:children|parent|fragments)"\s*:/],
  [/"chat_messages"\s*:\s*\[/],
  [/"(?:header|products)"\s*:\s*(?:\[\s*)?"[^"]{0,20}\b(?:Gemini|Bard)\b/, /"time"\s*:/],
  [/"type"\s*:\s*"message"/, /"ts"\s*:\s*"\d{9,11}\.\d+"/],
  [/"date_unixtime"\s*:/, /"(?:from_id|actor_id)"\s*:/],
  [/"type"\s*:\s*"(?:message|service)"/, /"date"\s*:\s*"\d{4}-\d\d-\d\dT[\d:]{8}"/, /"(?:from_id|actor_id)"\s*:/],
  // Of an export of everything, lists of contacts come first and may be long.
  [allOfTelegram, /"personal_information"\s*:/],
  [/"sessionId"\s*:/, /"parentUuid"\s*:/],
  [/"type"\s*:\s*"(?:session_meta|response_item|event_msg)"/, /"payload"\s*:/],
  [/"role"\s*:\s*"(?:user|assistant|system|human|model)"/i, /"(?:content|parts|text)"\s*:/],
  [/"from"\s*:\s*"(?:human|gpt)"/, /"value"\s*:/],
]

/** Google's style sheet comes first and is long. */
function isActivityPage(input: SubAgentInput): boolean {
  const head = Buffer.from(firstBytes(input, 2_000_000))
  const start = head.indexOf('class="outer-cell')
  if (start === -1) return false
  const page = head.subarray(start, start + 200_000).toString('utf8')
  return /typography--title[^>]*>[^<]{0,40}\b(?:Gemini|Bard)\b/.test(page)
}

function headOf(input: SubAgentInput, sizeBytes: number): string {
  return decodeText(firstBytes(input, sizeBytes), { charset: input.charset }).text.replace(/^\ufeff/, '')
}

/** As many as there are, at most; from its file if they were not handed over. */
function firstBytes({ bytes, path }: SubAgentInput, sizeBytes: number): Uint8Array {
  if (bytes.length > 0 || path === undefined) return bytes.subarray(0, sizeBytes)
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(Math.min(sizeBytes, fstatSync(file).size))
      return buffer.subarray(0, readSync(file, buffer))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    // Anyone who reads it will say why it can't be read.
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    return new Uint8Array()
  }
}
