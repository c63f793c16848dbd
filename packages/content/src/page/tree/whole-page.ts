/** A page with the tags that HTML allows to leave out, as minified pages do: the parser fills no body that is not opened. */
export function wholePage(html: string): string {
  if (/<body[\s>]|<frameset[\s>]/i.test(html))
    return /<html[\s>]/i.test(html) ? html : `<html>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</html>`
  const [start = ''] = inHead.exec(html) ?? []
  const [root = '<html>'] = /<html[\s>][^>]*>?/i.exec(start) ?? []
  const [head, body] = [start, html.slice(start.length)].map((part) => part.replaceAll(ownTags, ''))
  return `<!doctype html>${root}<head>${head}</head><body>${body}</body></html>`
}

const ownTags = /<(?:!doctype|\/?head|\/?html|\/body)(?=[\s>])[^>]*>/gi
const attributes = String.raw`(?=[\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*>`
const raw = ['title', 'style', 'script'].map((name) => String.raw`<${name}${attributes}[^]*?</${name}\s*>`)

/** What stands before the first thing that is shown. */
const inHead = new RegExp(
  String.raw`^(?:\s|<!--[^]*?-->|<!doctype[^>]*>|</?(?:html|head|meta|link|base)${attributes}|${raw.join('|')})*`,
  'i',
)
