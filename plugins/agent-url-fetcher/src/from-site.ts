import { decodeText, safeLink } from '@datacortex/content'
import type { Extraction } from '@datacortex/plugin'
import { urlError } from './errors.ts'
import { type GetOptions, type Got, get } from './get.ts'
import { readResponse } from './read-response.ts'

/** Reads an address where it is, and where a page without text of its own leads on to. `url`: checked before. */
export async function fromSite(url: string, options: GetOptions): Promise<Extraction> {
  const seen = new Set<string>()
  let at = url
  while (seen.size < maxRefreshes) {
    seen.add(at)
    const got = await get(at, options)
    const next = refreshOf(got)
    if (next === undefined || next === got.url) return await readResponse(got)
    if (seen.has(next)) break
    at = next
  }
  throw urlError('URL_REFRESH_LOOP', { url })
}

const maxRefreshes = 5

/** Where `<meta http-equiv="refresh">` leads within seconds. Only small pages are nothing but that. */
function refreshOf({ bytes, url, declared }: Got): string | undefined {
  if (bytes.length > 20_000) return undefined
  const html = decodeText(bytes, { contentType: declared }).text
  const tag = /<meta\b[^>]{0,200}\bhttp-equiv\s*=\s*["']?refresh\b[^>]{0,2000}>/i.exec(html)?.[0]
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag ?? '')
  const found = /^\s*(\d+)(?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content?.[1] ?? content?.[2] ?? '')
  if (found === null || Number(found[1]) > 5) return undefined
  return safeLink((found[2] ?? '').replaceAll('&amp;', '&'), { base: url })
}
