import { fileURLToPath } from 'node:url'
import type { ExtractedDocument, Extraction, SubAgentInput } from '@datacortex/plugin'
import { startPlugin } from '@datacortex/testkit'
import { plugin } from '../plugin.ts'

/** The module's folder. */
export const directory: string = fileURLToPath(new URL('../..', import.meta.url))

/** Media types with long names. */
export const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const epub = 'application/epub+zip'

/** What the plugin makes of a file. */
export async function extraction(
  input: SubAgentInput,
  settings: Readonly<Record<string, number>> = {},
): Promise<Extraction> {
  await using subAgent = await startPlugin(plugin, { directory, settings })
  return await subAgent.extract(input, { signal: new AbortController().signal })
}

/** The only document of a file. */
export async function documentOf(input: SubAgentInput): Promise<ExtractedDocument> {
  const [document] = (await extraction(input)).documents
  if (document === undefined) throw new Error('no document')
  return document
}

/** A file with its type. */
export function file(contentType: string, name: string, content: string | Uint8Array): SubAgentInput {
  return { contentType, name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }
}
