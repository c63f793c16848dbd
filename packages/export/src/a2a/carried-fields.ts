import type { AgentEntry } from '@datacortex/registry'
import { recordOf } from '@datacortex/platform'
import type { AgentCard } from './agent-card.ts'
import type { TextReader } from './text-reader.ts'

/** Fields under `x-a2a` that stay true for our own card. */
export function carriedFields(
  entry: AgentEntry,
  reader: TextReader,
): Pick<AgentCard, 'provider' | 'documentationUrl' | 'iconUrl'> {
  const fields = recordOf(entry['x-a2a'])
  const link = (value: unknown, field: string): string | undefined => {
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' && isWebAddress(value)) return value
    reader.add({
      code: 'A2A_LINK_INVALID',
      field,
      message: `${JSON.stringify(value)?.slice(0, 80)} is no web address and was left out.`,
      hint: `Give \`${field}\` an absolute https address.`,
    })
    return undefined
  }
  const provider = recordOf(fields['provider'])
  const organization = typeof provider['organization'] === 'string' ? provider['organization'].trim() : ''
  const url = organization === '' ? undefined : link(provider['url'], 'x-a2a.provider.url')
  return {
    ...(url === undefined ? {} : { provider: { url, organization: organization.toWellFormed() } }),
    documentationUrl: link(fields['documentationUrl'], 'x-a2a.documentationUrl'),
    iconUrl: link(fields['iconUrl'], 'x-a2a.iconUrl'),
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  // No lone surrogates, no blanks: the address is published as it was written.
  return url !== null && /^https?:$/.test(url.protocol) && /^[\u0021-\u007e]+$/.test(text) && url.username === ''
}
