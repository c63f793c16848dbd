import { thrownText } from '@datacortex/errors'
import { jsonOf } from '@datacortex/platform'
import { type PluginContext, type Source, askSource } from '@datacortex/plugin'
import { z } from 'zod'
import { sourceError } from './errors.ts'
import { type TemplateValues, fillHeader, fillUrl, fillValue } from './fill-template.ts'
import { numericTable } from './numeric-table.ts'
import { itemsOf, readDeclared } from './read-declared.ts'
import type { RegisteredSource } from './read-sources.ts'

/** A JSON API by an entry alone. `search` throws `SOURCE_MISCONFIGURED` if a place is no JSONPath (RFC 9535). */
export function declarativeSource(
  source: RegisteredSource,
  { fetch, secret, now }: Pick<PluginContext<unknown>, 'fetch' | 'secret' | 'now'>,
): Source {
  const { id, request, response, api_key: keyName, models } = source
  if (request === undefined || response === undefined)
    throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason: 'its entry has no request and response' })
  return {
    search: async (query, { signal, limit, depth = 'quick' }) => {
      const key = keyName === undefined ? undefined : await secret(keyName)
      const values = { query, limit, model: models[depth], api_key: key }
      const headers = new Headers([['accept', 'application/json']])
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, fillHeader(value, values))
      const init =
        request.method === 'POST'
          ? { method: 'POST', headers, body: bodyOf(request.body, { headers, values }) }
          : { headers }
      const url = fillUrl(request.url, values)
      const json = await askSource(url, z.unknown(), { source: id, fetch, now, signal, init, secrets: [key] })
      try {
        const { documents: found, answer } = readDeclared(json, response)
        const isOfNumbers = source.content_type === 'structured_data' && response.data === undefined
        const table = isOfNumbers || found.length === 0 ? numericTable(itemsOf(json, response), source) : undefined
        const documents = table === undefined ? found : [table]
        return { documents: documents.slice(0, limit), ...(answer === undefined ? {} : { answer }) }
      } catch (error) {
        const reason = `a place of its response is wrong: ${thrownText(error)}`
        throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason }, { cause: error })
      }
    },
  }
}

/** Values, and text that is JSON, are sent as JSON; other text as the parameters of a form. */
function bodyOf(body: unknown, { headers, values }: { headers: Headers; values: TemplateValues }): string {
  const json = typeof body === 'string' ? jsonOf(body) : (body ?? {})
  const template = json === undefined ? body : json
  const [type, text] =
    typeof template === 'string'
      ? ['application/x-www-form-urlencoded', fillUrl(template, values)]
      : ['application/json', JSON.stringify(fillValue(template, values))]
  if (!headers.has('content-type')) headers.set('content-type', type)
  return text
}
