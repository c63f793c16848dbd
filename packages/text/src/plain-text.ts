import { decodeEntities } from './decode-entities.ts'

/**
 * What a person would read of a piece of HTML: no tags, comments and scripts, entities as characters, on one line.
 *
 * For titles and snippets; takes time in proportion to the text. A `<` that begins no tag stays.
 *
 * @param html - HTML, or text without any.
 * @example plainText('<b>p</b> &lt; 0.05<br>n = 3') // 'p < 0.05 n = 3'
 */
export function plainText(html: string): string {
  return (
    decodeEntities(withoutTags(html))
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

function withoutTags(html: string): string {
  // Only ASCII, so that places stay the same.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let text = ''
  let from = 0
  for (;;) {
    const start = html.indexOf('<', from)
    if (start === -1) return text + html.slice(from)
    text += html.slice(from, start)
    const name = /^<[/!?]?([a-z][a-z0-9]*)?/.exec(lower.slice(start, start + 30)) ?? []
    if (name[0] === '<') {
      text += '<'
      from = start + 1
      continue
    }
    const end = endOf(lower, { start, name: name[1] })
    if (end === -1) return text
    if (!inline.has(name[1] ?? '')) text += ' '
    from = end
  }
}

/** The place after a tag, or after all of a comment or script; -1 if it does not end. */
function endOf(html: string, { start, name }: { start: number; name: string | undefined }): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 4)
  if (html.startsWith('<![cdata[', start)) return start + 9
  const end = after(html, '>', start)
  if (end === -1 || html[start + 1] === '/' || (name !== 'script' && name !== 'style')) return end
  const close = html.indexOf(`</${name}`, end)
  return close === -1 ? -1 : after(html, '>', close)
}

function after(text: string, mark: string, from: number): number {
  const place = text.indexOf(mark, from)
  return place === -1 ? -1 : place + mark.length
}

const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
