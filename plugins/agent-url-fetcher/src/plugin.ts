import { decodeText } from '@datacortex/content'
import { type Plugin, type SubAgentInput, definePlugin } from '@datacortex/plugin'
import { urlError } from './errors.ts'
import { FetcherSettings } from './fetcher-settings.ts'
import { gather } from './gather.ts'

/** Fetches an address and turns what is there into text; hands over what others read, such as a PDF. */
export const plugin: Plugin<'sub-agent', FetcherSettings> = definePlugin({
  name: 'agent-url-fetcher',
  kind: 'sub-agent',
  config: FetcherSettings,
  setup: ({ config: settings, fetch, now, secret }) => ({
    accepts: ({ contentType }) => contentType === 'text/uri-list',
    async extract(input, { signal }) {
      signal.throwIfAborted()
      return await gather(addressOf(input), { settings, fetch, now, secret, signal })
    },
  }),
})

/** The name is the address; a list of them as bytes gives its first. */
function addressOf({ name, bytes }: SubAgentInput): string {
  const lines = decodeText(bytes).text.split(/\r?\n/)
  const listed = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))
  const text = (URL.canParse(name) || listed === undefined ? name : listed).trim()
  const address = URL.parse(text)
  const isPlain =
    address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === ''
  if (!isPlain) throw urlError('URL_INVALID', { url: text })
  address.hash = ''
  return address.href
}
