import { decodeText, sniffContentType } from '@datacortex/content'
import type { KnowledgeInput } from '../knowledge-input.ts'

/**
 * Bytes that came without a file, such as those on stdin: plain text is text, anything else is for the sub-agent
 * that reads its kind, as if it were a file: Markdown too, which may have front matter.
 * @param options - What to call them; a name that ends like Markdown's says that they are.
 * @example await inputOfBytes(await readStdin(process.stdin, { maxBytes }), { name: 'fog bell' })
 */
export async function inputOfBytes(
  bytes: Uint8Array,
  { name }: { name?: string | undefined } = {},
): Promise<KnowledgeInput> {
  // Other endings are no hint: a name is a title rather, and `example.org` is no outline.
  const contentType = await sniffContentType(bytes, { name: markdownName.test(name ?? '') ? name : undefined })
  if (contentType === 'text/plain') return { kind: 'text', text: decodeText(bytes).text, name }
  return { kind: 'bytes', bytes, contentType, name: name ?? 'stdin' }
}

const markdownName = /\.(?:md|markdown|mdown)$/i
