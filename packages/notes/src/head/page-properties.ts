import { oneLine } from '@datacortex/text'
import { normaliseNoteTag } from './note-tags.ts'

/**
 * Reads the `key:: value` lines before all else in a page (Logseq); below other text they say nothing of the page. `end`:
 * where they end.
 */
export function readPageProperties(body: string) {
  const values = new Map<string, string>()
  let start = /^\s*/.exec(body)?.[0].length ?? 0
  for (;;) {
    property.lastIndex = start
    const found = property.exec(body)
    if (found === null) break
    const [line, name = '', value = ''] = found
    values.set(name.toLowerCase(), value.trim())
    start += line.length
  }
  return {
    title: oneLine(values.get('title') ?? '') || undefined,
    tags: ['tags', 'tag'].flatMap((name) => valuesOf(values.get(name)).flatMap(tagsOf)),
    aliases: ['alias', 'aliases'].flatMap((name) => valuesOf(values.get(name)).map(({ text }) => text)),
    end: start,
  }
}

// A bullet, a heading or a quote is no name, and an empty value ends at its line.
const property = /([^\s:`#>*|[\]()-][^\s:]{0,100})::(?:[ \t]+([^\r\n]*))?(?:\r?\n|$)/y

type Value = { readonly text: string; readonly isReference: boolean }

/** References, also `#[[two words]]`, and what stands between commas beside them. */
function valuesOf(value: string | undefined): readonly Value[] {
  return [...(value ?? '').matchAll(/#?\[\[([^[\]]*)\]\]|((?:(?!#?\[\[)[^,])+)/g)].flatMap(
    ([, reference, plain = '']): readonly Value[] => {
      const text = oneLine(reference ?? plain).replace(/^(["'])(.*)\1$/, '$2')
      return text === '' ? [] : [{ text, isReference: reference !== undefined }]
    },
  )
}

/** `#a #b` are two tags, `two words` are one. */
function tagsOf({ text, isReference }: Value): readonly string[] {
  const names = !isReference && text.startsWith('#') ? text.split(' ') : [text]
  return names.flatMap(normaliseNoteTag)
}
