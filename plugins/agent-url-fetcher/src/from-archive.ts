import { infoFinding } from '@datacortex/errors'
import { decodeText } from '@datacortex/content'
import type { Extraction } from '@datacortex/plugin'
import { z } from 'zod'
import { jsonOf } from '@datacortex/platform'
import { urlError } from './errors.ts'
import { type GetOptions, get } from './get.ts'
import { readResponse } from './read-response.ts'

// https://archive.org/help/wayback_api.php
/** Reads the newest copy of an address that the Internet Archive has, as it was delivered then. */
export async function fromArchive(url: string, options: GetOptions): Promise<Extraction> {
  const asked = new URL(options.settings.archive_url)
  asked.searchParams.set('url', url)
  const answer = await get(asked.href, { ...options, headers: { accept: 'application/json' } })
  const copy = copyOf(answer.bytes, url)
  const address = copyAddress(copy.url, { url, asked })
  const extraction = await readResponse(await get(address, options), { address: url })
  const date = copy.timestamp.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')
  return {
    ...extraction,
    documents: extraction.documents.map((document) => ({ ...document, url })),
    findings: [
      ...extraction.findings,
      infoFinding('URL_ARCHIVED_COPY', url, { message: `This is the archive's copy of ${date}.` }),
    ],
  }
}

const Answer = z.object({
  archived_snapshots: z.object({
    closest: z.object({ available: z.boolean(), url: z.string(), timestamp: z.string().regex(/^\d{4,14}$/) }).nullish(),
  }),
})

function copyOf(bytes: Uint8Array, url: string): { readonly url: string; readonly timestamp: string } {
  const answer = Answer.safeParse(jsonOf(decodeText(bytes).text))
  if (!answer.success) throw urlError('URL_NOT_ARCHIVED', { url, reason: 'its answer is not understood' })
  const { closest } = answer.data.archived_snapshots
  if (closest === undefined || closest === null || !closest.available)
    throw urlError('URL_NOT_ARCHIVED', { url, reason: 'it has no copy' })
  return closest
}

/** A copy lies with the archive and nowhere else; `id_` asks for it without the archive's own frame. */
function copyAddress(text: string, { url, asked }: { url: string; asked: URL }): string {
  const address = URL.parse(text)
  const isItsOwn = address?.host === asked.host || (address?.hostname.endsWith(`.${asked.hostname}`) ?? false)
  if (address === null || !isItsOwn) throw urlError('URL_NOT_ARCHIVED', { url, reason: 'it names a copy elsewhere' })
  address.protocol = asked.protocol
  address.pathname = address.pathname.replace(/^(\/web\/\d+)(?=\/)/, '$1id_')
  return address.href
}
