import { fenceFor, oneLine } from '@datacortex/content'

/** A document that a machine wrote beside its answer, as part of that answer. */
export function writtenDocument(
  kind: string,
  document: { readonly title: string | undefined; readonly type: string | undefined; readonly content: string },
): string {
  const { title, type, content } = document
  const name = title === undefined ? `[${kind}]` : `[${kind}: ${oneLine(title)}]`
  if (type === undefined || type === 'document' || type === 'text/markdown' || type === 'text/plain')
    return `${name}\n\n${content.trim()}`
  const fence = fenceFor(content)
  return `${name}\n\n${fence}\n${content.trim()}\n${fence}`
}
