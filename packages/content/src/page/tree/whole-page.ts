/** A page with the tags that HTML allows to leave out, as minified pages do: the parser puts nothing into a body that is not opened. */
export function wholePage(html: string): string {
  if (/<body[\s>]|<frameset[\s>]/i.test(html))
    return /<html[\s>]/i.test(html) ? html : `<html>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</html>`
  let [at, root, head] = [0, '<html>', '']
  for (;;) {
    inHead.lastIndex = at
    const [part, tag] = inHead.exec(html) ?? []
    if (part === undefined) break
    at = inHead.lastIndex
    if (/^<html/i.test(part)) root = part
    else if (tag === undefined) head += part
  }
  return `<!doctype html>${root}<head>${head}</head><body>${html.slice(at).replaceAll(/<\/(?:body|html)\s*>/gi, '')}</body></html>`
}

const attributes = String.raw`(?=[\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*>`

/** One after the other, what stands before the first thing that is shown. */
const inHead = new RegExp(
  [
    String.raw`(\s+|<!--[^]*?-->|<!doctype[^>]*>|</?(?:html|head)${attributes})`,
    `<(?:meta|link|base)${attributes}`,
    String.raw`<title${attributes}[^]*?</title\s*>`,
    String.raw`<style${attributes}[^]*?</style\s*>`,
    String.raw`<script${attributes}[^]*?</script\s*>`,
  ].join('|'),
  'iy',
)
