import { decodeText, sniffContentType } from '@datacortex/content'
import type { KnowledgeInput } from '../knowledge-input.ts'

/**
 * Bytes that came without a file, such as those on stdin: plain text and Markdown are text, anything else is for the
 * sub-agent that reads its kind.
 *
 * @param bytes - All of them.
 * @param options - What to call them.
 * @example await inputOfBytes(await readStdin(process.stdin, { maxBytes }), { name: 'fog bell' })
 */
export async function inputOfBytes(
  bytes: Uint8Array,
  { name }: { readonly name?: string | undefined } = {},
): Promise<KnowledgeInput> {
  const contentType = await sniffContentType(bytes)
  if (contentType === 'text/plain' || contentType === 'text/markdown')
    return { kind: 'text', text: decodeText(bytes).text, name }
  return { kind: 'bytes', bytes, contentType, name: name ?? 'stdin' }
}
