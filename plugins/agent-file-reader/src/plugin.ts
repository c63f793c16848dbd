import { readFile, stat } from 'node:fs/promises'
import type { CodedError } from '@datacortex/errors'
import { type Plugin, type SubAgentInput, definePlugin } from '@datacortex/plugin'
import { fileError } from './errors.ts'
import { extractFile } from './extract-file.ts'
import { FileSettings } from './file-settings.ts'
import { readCsv, readTsv } from './read-delimited.ts'
import { readDocx } from './read-docx.ts'
import { readEpub } from './read-epub.ts'
import { readHtml } from './read-html.ts'
import { readJson, readJsonLines } from './read-json.ts'
import { readMarkdown, readPlainText } from './read-markdown.ts'
import { readOrg } from './read-org.ts'
import { readSubtitles } from './read-subtitles.ts'
import type { Reader } from './reader.ts'

const readers: ReadonlyMap<string, Reader> = new Map([
  ['text/markdown', readMarkdown],
  ['text/plain', readPlainText],
  ['text/html', readHtml],
  ['text/csv', readCsv],
  ['text/tab-separated-values', readTsv],
  ['text/org', readOrg],
  ['text/vtt', readSubtitles],
  ['application/x-subrip', readSubtitles],
  ['application/json', readJson],
  ['application/x-ndjson', readJsonLines],
  ['application/epub+zip', readEpub],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', readDocx],
])

/** Reads files of many kinds as Markdown. */
export const plugin: Plugin<'sub-agent', FileSettings> = definePlugin({
  name: 'agent-file-reader',
  kind: 'sub-agent',
  config: FileSettings,
  setup: ({ config: settings }) => ({
    accepts: ({ contentType }) => readers.has(contentType),
    async extract(input, { signal }) {
      signal.throwIfAborted()
      const read = readers.get(input.contentType)
      if (read === undefined) throw fileError('FILE_EMPTY', { name: input.name })
      return await extractFile(await withBytes(input, settings.max_bytes), { read, settings, signal })
    },
  }),
})

/** A large file is refused by its size alone; one that was given by its path only is read here. */
async function withBytes(input: SubAgentInput, limit: number): Promise<SubAgentInput> {
  const { name, path, bytes } = input
  const tooLarge = (size: number): CodedError =>
    fileError('FILE_TOO_LARGE', { name, size: `${size} bytes`, limit: `${limit}`, setting: 'max_bytes' })
  if (bytes.length > limit) throw tooLarge(bytes.length)
  if (bytes.length > 0 || path === undefined) return input
  const { size } = await stat(path)
  if (size > limit) throw tooLarge(size)
  return { ...input, bytes: new Uint8Array(await readFile(path)) }
}
