import { parseHTML } from 'linkedom'

/** A text with its character references replaced: what pages tell machines is often escaped twice. */
export function withReferences(text: string): string {
  if (!/&(?:#\w{1,8}|[a-z]\w{1,30});/i.test(text)) return text
  const { document } = parseHTML(`<html><body>${text.replaceAll('<', '&lt;')}</body></html>`)
  return document.body.textContent
}
